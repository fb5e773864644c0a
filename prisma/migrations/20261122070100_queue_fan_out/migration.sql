-- Adds the job that fans events out. `add_job` runs four statements, and PostgreSQL plans them anew for each call, since
-- it believes that a list of one job is cheaper to plan for than a list of any length: 1.5 ms of its CPU for each change
-- of a clinic that has webhooks. Planned once per connection they take 0.5 ms.
CREATE FUNCTION "queue_fan_out"("event_ids" json) RETURNS void LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
  PERFORM graphile_worker.add_job('fan_out', json_build_object('event_ids', "event_ids"));
END $$;
