-- Earlier name of the test, if its owner was assigned to that; null if assigned to the test itself.
alter table test add column owner_hand_of bigint;
