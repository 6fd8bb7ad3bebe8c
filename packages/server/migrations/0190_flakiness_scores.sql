-- As the formula gives it: flaky executions / executions that count, in percent. It was cut to seven digits.
alter table test_state alter column score type double precision using
 case when executions = 0 then score::double precision
      else least(100, 100 * round(score::double precision * executions / 100) / executions) end;
