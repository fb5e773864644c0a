/**
 * What the migrations do under load that were applied before heads said it: their files can't change any more. The
 * linter leaves these out, by name. None is ever added.
 */
export const PAST: Readonly<Record<string, string>> = {
  '20261121000000_first': 'no locks',
  '20261121000100_rate_limits': 'no locks',
  '20261121000200_delivery': 'brief lock on webhook',
  '20261121000300_key_cache': 'brief lock on api_key, operator_switch, organization',
  '20261121000400_appointment_moves': 'brief lock on appointment',
  '20261121000500_template_order': 'long lock on webhook',
  '20261121000600_status_indexes': 'long lock on appointment, deposit',
  '20261121000700_override_minutes': 'long lock on date_override',
  '20261121000800_service_performers': 'brief lock on professional, professional_service',
  '20261121000900_sum_of_prices': 'brief lock on appointment',
  '20261122020000_sign_in_limits': 'brief lock on rate_limit_address',
  '20261122030000_deliveries_freeze_events': 'brief lock on delivery',
  '20261122030100_previous_secrets': 'long lock on webhook',
  '20261122030200_sealed_addresses': 'long lock on webhook',
  '20261122030300_webhooks_off': 'long lock on organization',
  '20261122030400_chat_lines': 'brief lock on delivery',
  '20261122040000_followed_lists':
    'brief lock on organization; long lock on deposit, professional, queue_entry, service',
  '20261122040001_folded_search': 'long lock on client',
  '20261122050000_address_with_take': 'no locks',
  '20261122050000_claimed_records': 'no locks',
  '20261122050100_counting_in_memory': 'brief lock on rate_limit_attempts',
  '20261122050200_messaging_told': 'brief lock on messaging_connection',
  '20261122060000_released_holds': 'no locks',
  '20261122060000_type_index': 'long lock on appointment',
  '20261122070000_day_last_in_keys': 'brief lock on delivery, delivery_attempt, event',
  '20261122070100_queue_fan_out': 'no locks',
  '20261123000000_audit': 'long lock on organization',
  '20261123000100_people':
    'brief lock on professional, rate_limit_attempts, user_account; long lock on mail, user_session',
  '20261123000201_key_lists': 'long lock on api_key',
  '20261123000400_series': 'long lock on appointment',
  '20261123000500_refunds_asked': 'long lock on deposit',
  '20261123000510_merged_clients': 'brief lock on client; long lock on deposit, queue_entry',
  '20261123000600_test_clock': 'long lock on deposit, organization, queue_entry',
  '20261123000800_charge_of_deposit': 'long lock on deposit',
  '20261123000810_livemode_stays': 'brief lock on organization',
  '20261123220000_agent_keys_personal_data': 'long lock on api_key',
  '20261124000000_client_links': 'brief lock on appointment, deposit, organization, queue_entry',
  '20261124001000_payments':
    'brief lock on organization, sandbox_charge, sandbox_refund; long lock on deposit, deposit_refund',
  '20261124002000_messages': 'brief lock on organization',
  '20261124003000_public_booking':
    'brief lock on appointment, queue_entry; long lock on organization',
  '20261124004000_persons':
    'brief lock on client, event; long lock on audit_entry, idempotency_receipt',
  '20261125001000_calendar_feeds': 'brief lock on professional',
  '20261125001010_busy_calendars': 'brief lock on professional',
  '20261125002000_waitlist':
    'brief lock on appointment, blocked_time, client, date_override, holiday, organization, professional, service, working_hours; long lock on calendar_hold, public_submission',
  '20261125003000_brand': 'brief lock on organization',
  '20261125004000_on_my_way': 'brief lock on queue_entry',
}
