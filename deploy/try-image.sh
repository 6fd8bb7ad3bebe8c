#!/bin/sh
# Builds the image and starts it with a read-only file system, on machines without Docker and without a container registry: sh deploy/try-image.sh
# Needs root, buildah, mmdebstrap and the files of `npm run release`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
port=4699
container=
server=
clean() {
  # unshare ignores signals while it waits for the server.
  [ -z "$server" ] || pkill -P "$server" || true
  [ -z "$server" ] || wait "$server" || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap clean EXIT

# The base image, under the name that the Dockerfile uses.
if ! buildah inspect --type image docker.io/library/debian:bookworm-slim >/dev/null 2>&1; then
  mmdebstrap --quiet --variant=minbase bookworm "$work/debian.tar"
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$work/debian.tar" / >/dev/null
  buildah commit --quiet --rm "$base" docker.io/library/debian:bookworm-slim >/dev/null
fi

buildah build --isolation chroot --quiet --format docker --file "$root/deploy/Dockerfile" --tag plumb "$root/dist/release" >/dev/null
container=$(buildah from plumb)
files=$(buildah mount "$container")
echo "Unpacked size: $(du -sm "$files" | cut -f1) MB"
user=$(buildah inspect --format '{{.OCIv1.Config.User}}' "$container")
echo "User: $user"

# Runs the image as a runtime would: as its user, with a read-only root and a writable volume.
cat > "$work/start.sh" <<'START'
set -eu
mount --bind "$1" "$1"
mount --bind "$2" "$1/var/lib/plumb"
mount -t proc proc "$1/proc"
mount -o remount,bind,ro "$1"
shift 2
exec "$@"
START
mkdir "$work/data"
chown "$user" "$work/data"
chmod 700 "$work/data"
unshare --mount --pid --fork --kill-child sh "$work/start.sh" "$files" "$work/data" \
  env -i PATH="$PATH" PLUMB_HOST=0.0.0.0 PLUMB_PORT=$port PLUMB_DATA_DIR=/var/lib/plumb \
  chroot --userspec="$user" "$files" /opt/plumb/plumb-server &
server=$!
for _ in $(seq 120); do
  curl -sf "http://127.0.0.1:$port/readyz" >/dev/null && break
  sleep 1
done
curl -sf "http://127.0.0.1:$port/readyz"
echo
test "$(stat -c %u "$work/data")" = "${user%%:*}"
echo "The image runs as $user with a read-only file system."
