-- Flaky executions in percent of those that count. It was rounded to seven digits.
alter table test_state alter column score type double precision using
 case when executions = 0 then score::double precision
      else least(100, 100 * round(score::double precision * executions / 100) / executions) end;
