-- The earlier name of a test that its owner by hand came from; null: somebody gave it to the test itself.
alter table test add column owner_hand_of bigint;
