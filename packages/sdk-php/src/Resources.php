<?php

// Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.

declare(strict_types=1);

namespace Scheduling\Resources;

use Scheduling\Page;
use Scheduling\Records;
use Scheduling\SchedulingError;

/** Methods of one kind of record. */
abstract class Resource
{
    public function __construct(protected readonly \Closure $send)
    {
    }
}

/** The methods by their resource. */
class Resources
{
    /** Fields whose names inside are data. Empty, they are a map, not a list. */
    public const MAPS = ['body', 'features', 'from', 'headers', 'metadata', 'path_ids', 'query', 'sample', 'secrets', 'to'];

    public readonly Account $account;
    public readonly Appointments $appointments;
    public readonly Availability $availability;
    public readonly Clients $clients;
    public readonly Deposits $deposits;
    public readonly Events $events;
    public readonly Holds $holds;
    public readonly Professionals $professionals;
    public readonly Queue $queue;
    public readonly Requests $requests;
    public readonly Schedule $schedule;
    public readonly Services $services;
    public readonly TestClock $testClock;
    public readonly Specialties $specialties;
    public readonly Waitlist $waitlist;
    public readonly Webhooks $webhooks;

    public function __construct(\Closure $send)
    {
        $this->account = new Account($send);
        $this->appointments = new Appointments($send);
        $this->availability = new Availability($send);
        $this->clients = new Clients($send);
        $this->deposits = new Deposits($send);
        $this->events = new Events($send);
        $this->holds = new Holds($send);
        $this->professionals = new Professionals($send);
        $this->queue = new Queue($send);
        $this->requests = new Requests($send);
        $this->schedule = new Schedule($send);
        $this->services = new Services($send);
        $this->testClock = new TestClock($send);
        $this->specialties = new Specialties($send);
        $this->waitlist = new Waitlist($send);
        $this->webhooks = new Webhooks($send);
    }
}

/** The organization that a key belongs to: its time zone, plan and features. */
final class Account extends Resource
{
    /**
     * Get the organization of the key: `GET /v1/me`.
     *
     * Use this route to check a key. It shows the organization of the key, what the key can do, and which features are on.
     *
     * Needs any key.
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(array $fields = [], array $options = []): Records\Organization
    {
        return ($this->send)(['GET', '/me', false, false], [], $fields, null, $options, static fn (array $one) => new Records\Organization($one));
    }

}

/** Bookings of clients with professionals. Change notes and metadata with `PATCH`, and everything else with actions. */
final class Appointments extends Resource
{
    /**
     * List appointments: `GET /v1/appointments`.
     *
     * Lists appointments in the order of their start, including cancelled ones. An appointment is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. Renaming a client or a service does not change the `updated_at` of its appointments.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{from?: string, to?: string, professional_id?: int, client_id?: int, service_id?: int, type?: 'IN_PERSON'|'TELEMEDICINE', status?: list<'PENDING'|'CONFIRMED'|'COMPLETED'|'NO_SHOW'|'CANCELLED_CLIENT'|'CANCELLED_PROFESSIONAL'>, updated_since?: string, created_since?: string, limit?: int, cursor?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Appointment>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/appointments', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Create an appointment: `POST /v1/appointments`.
     *
     * Books an appointment at a start time. The slots route does not have to list this start, but the start must satisfy the same rules. An identical appointment (client, start, services and, if sent, professional) made less than 10 minutes ago is returned with 200 and nothing changes.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `client_identifier_required`, `forbidden_overbook`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{service_ids?: list<int>, start?: string, professional_id?: int|null, client_id?: int|null, client?: array{first_name: string, last_name?: string|null, email?: string|null, phone?: string|null, cpf?: string|null, birth_date?: string|null, metadata?: array<string, string|null>|null, on_match?: 'return'|'update'|'create'}|null, type?: 'IN_PERSON'|'TELEMEDICINE'|null, notes?: string|null, metadata?: array<string, string|null>|null, allow_overbook?: bool, notify_client?: bool, hold_id?: int|null, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Get an appointment: `GET /v1/appointments/{appointment_id}`.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(int $appointment_id, array $fields = [], array $options = []): Records\Appointment
    {
        return ($this->send)(['GET', '/appointments/{appointment_id}', false, false], [$appointment_id], $fields, null, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Change an appointment's notes or metadata: `PATCH /v1/appointments/{appointment_id}`.
     *
     * A field that you leave out stays the same, and null clears a field. Metadata is merged key by key and can be changed in every status. Date, professional and status can be changed only by actions.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, and others
     *
     * @param array{notes?: string|null, metadata?: array<string, string|null>|null, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function update(int $appointment_id, array $fields = [], array $options = []): Records\Appointment
    {
        return ($this->send)(['PATCH', '/appointments/{appointment_id}', false, false], [$appointment_id], $fields, null, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Reschedule an appointment: `POST /v1/appointments/{appointment_id}/reschedule`.
     *
     * Moves the appointment to another start, another professional, or both. Its id, status, price, services and duration stay the same. The time that the appointment itself occupies counts as free. Notice and booking horizon apply only to a new start: it is never too late to change the professional alone. If start and professional stay the same, nothing changes.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{start?: string, professional_id?: int|null, reason?: string|null, hold_id?: int|null, expected_start?: string, notify_client?: bool, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function reschedule(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/reschedule', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Cancel an appointment: `POST /v1/appointments/{appointment_id}/cancel`.
     *
     * The time becomes free again, and the status becomes `CANCELLED_PROFESSIONAL`, or `CANCELLED_CLIENT` with `cancelled_by: client`. An unpaid deposit is withdrawn. An API key cannot take a cancellation back; the team can, in the dashboard.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{reason?: string|null, notify_client?: bool, tell_reason?: bool, cancelled_by?: 'professional'|'client', expected_start?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function cancel(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/cancel', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Confirm an appointment: `POST /v1/appointments/{appointment_id}/confirm`.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{notify_client?: bool, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function confirm(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/confirm', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Record that the client arrived: `POST /v1/appointments/{appointment_id}/arrive`.
     *
     * Sets `arrived_at` to this moment. If the client has arrived already, nothing changes. A move clears it.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function arrive(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/arrive', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Record that the visit began: `POST /v1/appointments/{appointment_id}/start`.
     *
     * Sets `started_at` to this moment, and `arrived_at` if it is missing. An appointment that is `PENDING` is confirmed first. If the visit has begun already, nothing changes. A move clears both.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function start(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/start', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Complete an appointment: `POST /v1/appointments/{appointment_id}/complete`.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function complete(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/complete', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Record that the client did not attend: `POST /v1/appointments/{appointment_id}/no-show`.
     *
     * The time becomes free again. A no-show can be recorded at any time, unless the organization has the rule `no_show_only_after_start`.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function noShow(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/no-show', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Mark an invoice as issued: `POST /v1/appointments/{appointment_id}/invoice`.
     *
     * Sets `invoice_issued`, or takes it back. Once an invoice was issued, only metadata can be changed. A mark that an API key set can be taken back by that key or in the dashboard; a mark that was set in the dashboard, only there.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{issued?: bool, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function markInvoiced(int $appointment_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/invoice', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }


    /**
     * Set the online room: `POST /v1/appointments/{appointment_id}/meeting-url`.
     *
     * Sets `meeting_url` of a telemedicine appointment, or clears it. The client sees it once the appointment is confirmed, and is told when it changes after that. From then on it stays as it is, also when another professional takes the appointment over.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{meeting_url: string|null, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function setMeetingUrl(int $appointment_id, array $fields, ?string $idempotency_key = null, array $options = []): Records\Appointment
    {
        return ($this->send)(['POST', '/appointments/{appointment_id}/meeting-url', true, false], [$appointment_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Appointment($one));
    }

}

/** Free slots, and the next dates that have free slots. These routes have their own rate limit. */
final class Availability extends Resource
{
    /**
     * List free slots: `GET /v1/availability/slots`.
     *
     * Lists one entry for each start and each professional who is free then, ordered by start and then by professional. An entry does not reserve the time. Dates are in the time zone of the organization. Send `date` for one day, `from` for 7 days, or `from` and `to` for at most 31 days. Without dates, the list has the slots of today. The list has one page.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `professional_cannot_perform_service`, and others
     *
     * @param array{service_ids: list<int>, professional_id?: int, timezone?: string, date?: string, from?: string, to?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Slot>
     */
    public function slots(array $fields, array $options = []): Page
    {
        return ($this->send)(['GET', '/availability/slots', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Slot($one));
    }


    /**
     * List the next dates with free slots: `GET /v1/availability/next-dates`.
     *
     * Lists dates from today on, at most 180 days ahead and within the booking horizon. The list has one page.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `professional_cannot_perform_service`, and others
     *
     * @param array{service_ids: list<int>, professional_id?: int, timezone?: string, limit?: int} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\AvailableDate>
     */
    public function nextDates(array $fields, array $options = []): Page
    {
        return ($this->send)(['GET', '/availability/next-dates', false, true], [], $fields, null, $options, static fn (array $one) => new Records\AvailableDate($one));
    }

}

/** The people who book. A known client is recognized by CPF, phone or e-mail. */
final class Clients extends Resource
{
    /**
     * List clients: `GET /v1/clients`.
     *
     * A client is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{q?: string, phone?: string, email?: string, cpf?: string, metadata?: array<string, string|list<string>>, updated_since?: string, created_since?: string, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Client>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/clients', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Client($one));
    }


    /**
     * Create a client: `POST /v1/clients`.
     *
     * Creates a client, unless a client with the same CPF, phone or e-mail exists. In that case the existing client is returned, and with `on_match: update` it is updated with the data that you send. With `on_match: create` a phone or an e-mail counts only together with the first name, since families share them. CPF is compared before phone, and phone before e-mail. Of several clients with one phone or e-mail, the one with the same first name is meant, or else the one with the lowest id. Brazilian mobile numbers match with and without the ninth digit.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `client_identifier_required`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{first_name: string, last_name?: string|null, email?: string|null, phone?: string|null, cpf?: string|null, birth_date?: string|null, metadata?: array<string, string|null>|null, on_match?: 'return'|'update'|'create'} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields, ?string $idempotency_key = null, array $options = []): Records\Client
    {
        return ($this->send)(['POST', '/clients', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Client($one));
    }


    /**
     * Get a client: `GET /v1/clients/{client_id}`.
     *
     * A client that was merged into another one answers 404, and `detail` names the client that remains.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(int $client_id, array $fields = [], array $options = []): Records\Client
    {
        return ($this->send)(['GET', '/clients/{client_id}', false, false], [$client_id], $fields, null, $options, static fn (array $one) => new Records\Client($one));
    }


    /**
     * Update a client: `PATCH /v1/clients/{client_id}`.
     *
     * A field that you leave out stays the same, and null clears a field. Metadata is merged, and a key with null is deleted. Several clients can have the same phone or e-mail, but not the same CPF. If the organization requires an identifier, the last one cannot be cleared.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `client_identifier_required`, and others
     *
     * @param array{first_name?: string, last_name?: string|null, email?: string|null, phone?: string|null, cpf?: string|null, birth_date?: string|null, metadata?: array<string, string|null>|null} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function update(int $client_id, array $fields = [], array $options = []): Records\Client
    {
        return ($this->send)(['PATCH', '/clients/{client_id}', false, false], [$client_id], $fields, null, $options, static fn (array $one) => new Records\Client($one));
    }

}

/** Payments in advance, by instant payment: they can be read, and change in the dashboard alone. */
final class Deposits extends Resource
{
    /**
     * List deposits: `GET /v1/deposits`.
     *
     * Lists deposits, oldest first. A deposit is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{from?: string, to?: string, appointment_id?: int, updated_since?: string, limit?: int, cursor?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Deposit>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/deposits', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Deposit($one));
    }


    /**
     * Get a deposit: `GET /v1/deposits/{deposit_id}`.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(int $deposit_id, array $fields = [], array $options = []): Records\Deposit
    {
        return ($this->send)(['GET', '/deposits/{deposit_id}', false, false], [$deposit_id], $fields, null, $options, static fn (array $one) => new Records\Deposit($one));
    }

}

/** What happened in the last 30 days, in the order in which the changes were committed. */
final class Events extends Resource
{
    /**
     * List events: `GET /v1/events`.
     *
     * Lists events of the last 30 days in the order of their `sequence`, which has no gaps. To poll, send the `last_event_id` of the last response as `after`. To start from now on, get your first `last_event_id` with `latest=true`. One request reads at most 10000 events. So with `type` or `since`, a page can have fewer events than `limit`, or none, while `has_more` is true.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{type?: list<'appointment.*'|'client.*'|'queue.*'|'deposit.*'|'service.*'|'professional.*'|'blocked_time.*'|'messaging.*'|'webhook.*'|'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'>, after?: string, since?: string, latest?: bool, order?: 'oldest_first'|'newest_first', limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Event>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/events', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Event($one));
    }


    /**
     * Get an event: `GET /v1/events/{event_id}`.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(string $event_id, array $fields = [], array $options = []): Records\Event
    {
        return ($this->send)(['GET', '/events/{event_id}', false, false], [$event_id], $fields, null, $options, static fn (array $one) => new Records\Event($one));
    }


    /**
     * List event types: `GET /v1/event-types`.
     *
     * Lists every event type with a sample, in the order of the catalogue and on one page, so that you can build a receiver before the first event. The key needs the scope `read` or `webhooks:manage`.
     *
     * Needs any key.
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\EventType>
     */
    public function listTypes(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/event-types', false, true], [], $fields, null, $options, static fn (array $one) => new Records\EventType($one));
    }

}

/** Times that are kept for some minutes before they are booked, while a person fills in a form or pays. */
final class Holds extends Resource
{
    /**
     * List holds: `GET /v1/holds`.
     *
     * Lists the holds of the organization, newest first. They are kept for 30 days.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{status?: list<'HELD'|'BOOKED'|'RELEASED'|'EXPIRED'>, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Hold>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/holds', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Hold($one));
    }


    /**
     * Hold a time: `POST /v1/holds`.
     *
     * Keeps a start for some minutes, while a person fills in a form or pays. It cannot be booked by another caller meanwhile. The professional, the price, the duration and the buffers are fixed now. Book it with `hold_id`.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{service_ids: list<int>, start: string, professional_id?: int|null, minutes?: int, holder?: string|null} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields, ?string $idempotency_key = null, array $options = []): Records\Hold
    {
        return ($this->send)(['POST', '/holds', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Hold($one));
    }


    /**
     * Get a hold: `GET /v1/holds/{hold_id}`.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(int $hold_id, array $fields = [], array $options = []): Records\Hold
    {
        return ($this->send)(['GET', '/holds/{hold_id}', false, false], [$hold_id], $fields, null, $options, static fn (array $one) => new Records\Hold($one));
    }


    /**
     * Release a hold: `DELETE /v1/holds/{hold_id}`.
     *
     * Gives the time back. A hold that was released or has expired stays as it is, and the answer is the same.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function release(int $hold_id, array $fields = [], array $options = []): void
    {
        ($this->send)(['DELETE', '/holds/{hold_id}', false, false], [$hold_id], $fields, null, $options, null);
    }

}

/** The owner and the collaborators who perform services. */
final class Professionals extends Resource
{
    /**
     * List professionals: `GET /v1/professionals`.
     *
     * Lists the owner and the active collaborators, ordered by id. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. A professional who left is listed with `include_inactive=true` only; the event `professional.deactivated` reports it.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{service_id?: int, include_inactive?: bool, updated_since?: string, limit?: int, cursor?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Professional>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/professionals', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Professional($one));
    }


    /**
     * Get a professional: `GET /v1/professionals/{professional_id}`.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(int $professional_id, array $fields = [], array $options = []): Records\Professional
    {
        return ($this->send)(['GET', '/professionals/{professional_id}', false, false], [$professional_id], $fields, null, $options, static fn (array $one) => new Records\Professional($one));
    }


    /**
     * Create a professional: `POST /v1/professionals`.
     *
     * A new member of the team, without a login: the owner invites people in the dashboard.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{name: string, email?: string|null, registry?: string|null, meeting_url?: string|null, service_ids?: list<int>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields, ?string $idempotency_key = null, array $options = []): Records\Professional
    {
        return ($this->send)(['POST', '/professionals', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Professional($one));
    }


    /**
     * Update a professional: `PATCH /v1/professionals/{professional_id}`.
     *
     * Appointments with a service that the professional no longer performs no longer fit. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{name?: string, email?: string|null, registry?: string|null, meeting_url?: string|null, service_ids?: list<int>, appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function update(int $professional_id, array $fields = [], array $options = []): Records\UpdateProfessionalAnswer
    {
        return ($this->send)(['PATCH', '/professionals/{professional_id}', false, false], [$professional_id], $fields, null, $options, static fn (array $one) => new Records\UpdateProfessionalAnswer($one));
    }


    /**
     * Deactivate a professional: `POST /v1/professionals/{professional_id}/deactivate`.
     *
     * Nothing can be booked with the professional any more, and the login ends at once. A key cannot deactivate an owner. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function deactivate(int $professional_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\DeactivateProfessionalAnswer
    {
        return ($this->send)(['POST', '/professionals/{professional_id}/deactivate', true, false], [$professional_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\DeactivateProfessionalAnswer($one));
    }


    /**
     * Reactivate a professional: `POST /v1/professionals/{professional_id}/reactivate`.
     *
     * The professional comes back with the same hours and services. A login does not come back: the owner invites the person again.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function reactivate(int $professional_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Professional
    {
        return ($this->send)(['POST', '/professionals/{professional_id}/reactivate', true, false], [$professional_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Professional($one));
    }

}

/** Walk-in queues of the day. Every route requires the feature `online_queue`. Without it, the answer is `403 feature_not_enabled`. */
final class Queue extends Resource
{
    /**
     * List queue entries: `GET /v1/queue/entries`.
     *
     * Lists the entries of one day in the order of arrival, including entries that have ended. An entry is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. Positions and waiting times are computed when they are read, and do not change `updated_at`.
     *
     * Needs a key with the scope `read`, and the feature `online_queue`.
     *
     * @param array{professional_id?: int, date?: string, status?: list<'WAITING'|'CALLED'|'IN_SERVICE'|'COMPLETED'|'SKIPPED'|'NO_SHOW'|'CANCELLED'>, updated_since?: string, limit?: int, cursor?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\QueueEntry>
     */
    public function listEntries(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/queue/entries', false, true], [], $fields, null, $options, static fn (array $one) => new Records\QueueEntry($one));
    }


    /**
     * Add a client to today's queue: `POST /v1/queue/entries`.
     *
     * The client joins at the end of the queue. A client who is already in a queue of the organization today is not added again: the existing entry is returned with 200, and nothing changes.
     *
     * Needs a key with the scope `write`, and the feature `online_queue`.
     *
     * @throws SchedulingError with the code `client_identifier_required`, `deposit_required`, `professional_cannot_perform_service`, `queue_closed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{service_id: int, professional_id?: int|null, client_id?: int|null, client?: array{first_name: string, last_name?: string|null, email?: string|null, phone?: string|null, cpf?: string|null, birth_date?: string|null, metadata?: array<string, string|null>|null, on_match?: 'return'|'update'|'create'}|null, notes?: string|null, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function createEntry(array $fields, ?string $idempotency_key = null, array $options = []): Records\QueueEntry
    {
        return ($this->send)(['POST', '/queue/entries', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\QueueEntry($one));
    }


    /**
     * Get a queue entry: `GET /v1/queue/entries/{entry_id}`.
     *
     * Needs a key with the scope `read`, and the feature `online_queue`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function getEntry(int $entry_id, array $fields = [], array $options = []): Records\QueueEntry
    {
        return ($this->send)(['GET', '/queue/entries/{entry_id}', false, false], [$entry_id], $fields, null, $options, static fn (array $one) => new Records\QueueEntry($one));
    }


    /**
     * Call a client: `POST /v1/queue/entries/{entry_id}/call`.
     *
     * Calls a waiting or skipped entry. The same professional can call again: `call_count` goes up and the time to answer starts again. If the client does not answer a call in time, the entry becomes `NO_SHOW`.
     *
     * Needs a key with the scope `write`, and the feature `online_queue`.
     *
     * @throws SchedulingError with the code `not_found`, `queue_entry_not_editable`, `professional_cannot_perform_service`, and others
     *
     * @param array{professional_id?: int|null, place?: string|null, notify_client?: bool, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function callEntry(int $entry_id, array $fields = [], array $options = []): Records\QueueEntry
    {
        return ($this->send)(['POST', '/queue/entries/{entry_id}/call', false, false], [$entry_id], $fields, null, $options, static fn (array $one) => new Records\QueueEntry($one));
    }


    /**
     * Complete a queue entry: `POST /v1/queue/entries/{entry_id}/complete`.
     *
     * The client was served. This action also completes a service that began on an earlier day.
     *
     * Needs a key with the scope `write`, and the feature `online_queue`.
     *
     * @throws SchedulingError with the code `not_found`, `queue_entry_not_editable`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function completeEntry(int $entry_id, array $fields = [], array $options = []): Records\QueueEntry
    {
        return ($this->send)(['POST', '/queue/entries/{entry_id}/complete', false, false], [$entry_id], $fields, null, $options, static fn (array $one) => new Records\QueueEntry($one));
    }


    /**
     * Skip a client: `POST /v1/queue/entries/{entry_id}/skip`.
     *
     * Use this action when a client is absent or lets others go first. The entry keeps its `arrived_at`, and can be called again.
     *
     * Needs a key with the scope `write`, and the feature `online_queue`.
     *
     * @throws SchedulingError with the code `not_found`, `queue_entry_not_editable`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function skipEntry(int $entry_id, array $fields = [], array $options = []): Records\QueueEntry
    {
        return ($this->send)(['POST', '/queue/entries/{entry_id}/skip', false, false], [$entry_id], $fields, null, $options, static fn (array $one) => new Records\QueueEntry($one));
    }


    /**
     * Cancel a queue entry: `POST /v1/queue/entries/{entry_id}/cancel`.
     *
     * The client leaves the queue. An unpaid deposit is withdrawn. A cancellation cannot be undone.
     *
     * Needs a key with the scope `write`, and the feature `online_queue`.
     *
     * @throws SchedulingError with the code `not_found`, `queue_entry_not_editable`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function cancelEntry(int $entry_id, array $fields = [], array $options = []): Records\QueueEntry
    {
        return ($this->send)(['POST', '/queue/entries/{entry_id}/cancel', false, false], [$entry_id], $fields, null, $options, static fn (array $one) => new Records\QueueEntry($one));
    }

}

/** What your key asked in the last 7 days, what became of it, and what it caused. */
final class Requests extends Resource
{
    /**
     * List requests: `GET /v1/requests`.
     *
     * Lists the requests of this key in the last 7 days, newest first. A request is listed a moment after its answer. Reads of this log are not in it.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{status?: string, code?: 'validation_error'|'unauthorized'|'forbidden_scope'|'feature_not_enabled'|'forbidden_overbook'|'not_found'|'method_not_allowed'|'slot_unavailable'|'min_advance_violation'|'professional_cannot_perform_service'|'appointment_not_editable'|'action_not_allowed'|'queue_closed'|'deposit_required'|'queue_entry_not_editable'|'duplicate_request'|'webhook_limit_reached'|'webhook_inactive'|'client_identifier_required'|'template_invalid'|'rate_limited'|'internal_error'|'api_disabled'|'request_in_progress'|'service_unavailable'|'outcome_unknown', route?: string, since?: string, api_key_id?: string, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Request>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/requests', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Request($one));
    }


    /**
     * Get a request: `GET /v1/requests/{request_id}`.
     *
     * One request of this key, with the events that it caused and, for a key with `webhooks:manage`, their deliveries.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(string $request_id, array $fields = [], array $options = []): Records\RequestDetails
    {
        return ($this->send)(['GET', '/requests/{request_id}', false, false], [$request_id], $fields, null, $options, static fn (array $one) => new Records\RequestDetails($one));
    }

}

/** When professionals work: each week, and on single dates. */
final class Schedule extends Resource
{
    /**
     * Get the hours of a professional: `GET /v1/professionals/{professional_id}/hours`.
     *
     * The weekly hours, and what changes them from `from` to `to`: hours of single dates, holidays, blocked times, and busy times of calendars elsewhere.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{from?: string, to?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function getHours(int $professional_id, array $fields = [], array $options = []): Records\Schedule
    {
        return ($this->send)(['GET', '/professionals/{professional_id}/hours', false, false], [$professional_id], $fields, null, $options, static fn (array $one) => new Records\Schedule($one));
    }


    /**
     * Set the weekly hours: `PUT /v1/professionals/{professional_id}/hours`.
     *
     * All intervals of the week are replaced. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{intervals: list<array{weekday: int, opens_minute: int, closes_minute: int}>, appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function setWeek(int $professional_id, array $fields, array $options = []): Records\SetScheduleWeekAnswer
    {
        return ($this->send)(['PUT', '/professionals/{professional_id}/hours', false, false], [$professional_id], $fields, null, $options, static fn (array $one) => new Records\SetScheduleWeekAnswer($one));
    }


    /**
     * Set the hours of a date: `PUT /v1/professionals/{professional_id}/hours/{date}`.
     *
     * The hours of this date replace those of its weekday. They also count on a holiday. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{intervals: list<array{opens_minute: int, closes_minute: int}>, appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function setDate(int $professional_id, string $date, array $fields, array $options = []): Records\SetScheduleDateAnswer
    {
        return ($this->send)(['PUT', '/professionals/{professional_id}/hours/{date}', false, false], [$professional_id, $date], $fields, null, $options, static fn (array $one) => new Records\SetScheduleDateAnswer($one));
    }


    /**
     * Clear the hours of a date: `DELETE /v1/professionals/{professional_id}/hours/{date}`.
     *
     * The date follows the week, and the holidays, again. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function clearDate(int $professional_id, string $date, array $fields = [], array $options = []): Records\SetScheduleDateAnswer
    {
        return ($this->send)(['DELETE', '/professionals/{professional_id}/hours/{date}', false, false], [$professional_id, $date], $fields, null, $options, static fn (array $one) => new Records\SetScheduleDateAnswer($one));
    }


    /**
     * List holidays: `GET /v1/holidays`.
     *
     * Lists the holidays of the organization, ordered by date.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{from?: string, to?: string, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Holiday>
     */
    public function listHolidays(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/holidays', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Holiday($one));
    }


    /**
     * Create a holiday: `POST /v1/holidays`.
     *
     * Nothing can be booked on this date, except with professionals who have hours of their own for it. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{date: string, name: string, appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function addHoliday(array $fields, ?string $idempotency_key = null, array $options = []): Records\AddScheduleHolidayAnswer
    {
        return ($this->send)(['POST', '/holidays', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\AddScheduleHolidayAnswer($one));
    }


    /**
     * Delete a holiday: `DELETE /v1/holidays/{date}`.
     *
     * The date follows the weekly hours again.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function removeHoliday(string $date, array $fields = [], array $options = []): Records\RemoveScheduleHolidayAnswer
    {
        return ($this->send)(['DELETE', '/holidays/{date}', false, false], [$date], $fields, null, $options, static fn (array $one) => new Records\RemoveScheduleHolidayAnswer($one));
    }


    /**
     * List blocked times: `GET /v1/blocked-times`.
     *
     * Lists blocked times, ordered by `start` and `id`. With `from` and `to`, those that overlap them.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{from?: string, to?: string, professional_id?: int, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\BlockedTime>
     */
    public function listBlockedTimes(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/blocked-times', false, true], [], $fields, null, $options, static fn (array $one) => new Records\BlockedTime($one));
    }


    /**
     * Create a blocked time: `POST /v1/blocked-times`.
     *
     * Nothing can be booked in it, with one professional or with all. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{professional_id: int|null, start: string, end: string, all_day?: bool, appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function createBlockedTime(array $fields, ?string $idempotency_key = null, array $options = []): Records\CreateScheduleBlockedTimeAnswer
    {
        return ($this->send)(['POST', '/blocked-times', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\CreateScheduleBlockedTimeAnswer($one));
    }


    /**
     * Delete a blocked time: `DELETE /v1/blocked-times/{blocked_time_id}`.
     *
     * The time is free again.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function deleteBlockedTime(int $blocked_time_id, array $fields = [], array $options = []): Records\DeleteScheduleBlockedTimeAnswer
    {
        return ($this->send)(['DELETE', '/blocked-times/{blocked_time_id}', false, false], [$blocked_time_id], $fields, null, $options, static fn (array $one) => new Records\DeleteScheduleBlockedTimeAnswer($one));
    }

}

/** What clients can book or queue for, and the rules for its slots. */
final class Services extends Resource
{
    /**
     * List services: `GET /v1/services`.
     *
     * Lists active services, ordered by id. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. Send `include_inactive=true` to include the services that are no longer offered.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{include_inactive?: bool, specialty_id?: int, booking_mode?: 'SCHEDULED'|'QUEUE', updated_since?: string, limit?: int, cursor?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Service>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/services', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Service($one));
    }


    /**
     * Get a service: `GET /v1/services/{service_id}`.
     *
     * Returns inactive services too; see `is_active`.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(int $service_id, array $fields = [], array $options = []): Records\Service
    {
        return ($this->send)(['GET', '/services/{service_id}', false, false], [$service_id], $fields, null, $options, static fn (array $one) => new Records\Service($one));
    }


    /**
     * Create a service: `POST /v1/services`.
     *
     * A new service, which is offered at once.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{name: string, description?: string|null, specialty_id?: int|null, service_type?: 'IN_PERSON'|'TELEMEDICINE', booking_mode?: 'SCHEDULED'|'QUEUE', duration_minutes: int, price?: string|null, color?: string|null, hidden_from_public_booking?: bool, max_capacity?: int, buffer_before_minutes?: int, buffer_after_minutes?: int, slot_interval_minutes?: int, min_advance_minutes?: int|null, max_advance_days?: int|null, meeting_url?: string|null, requires_deposit?: bool, deposit_amount?: string|null, professional_ids?: list<int>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields, ?string $idempotency_key = null, array $options = []): Records\Service
    {
        return ($this->send)(['POST', '/services', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Service($one));
    }


    /**
     * Update a service: `PATCH /v1/services/{service_id}`.
     *
     * What is booked keeps its duration, buffers, price and type. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{name?: string, description?: string|null, specialty_id?: int|null, service_type?: 'IN_PERSON'|'TELEMEDICINE', booking_mode?: 'SCHEDULED'|'QUEUE', duration_minutes?: int, price?: string|null, color?: string|null, hidden_from_public_booking?: bool, max_capacity?: int, buffer_before_minutes?: int, buffer_after_minutes?: int, slot_interval_minutes?: int, min_advance_minutes?: int|null, max_advance_days?: int|null, requires_deposit?: bool, meeting_url?: string|null, deposit_amount?: string|null, professional_ids?: list<int>, is_active?: true, appointments?: 'keep'|'move'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'move'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function update(int $service_id, array $fields = [], array $options = []): Records\UpdateServiceAnswer
    {
        return ($this->send)(['PATCH', '/services/{service_id}', false, false], [$service_id], $fields, null, $options, static fn (array $one) => new Records\UpdateServiceAnswer($one));
    }


    /**
     * Deactivate a service: `POST /v1/services/{service_id}/deactivate`.
     *
     * The service can no longer be booked. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too. They cannot be moved: no other professional offers the service.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{appointments?: 'keep'|'cancel', decisions?: list<array{appointment_id: int, action: 'keep'|'cancel'}>, holds?: 'keep'|'release', reason?: string|null, preview?: bool, version?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function deactivate(int $service_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\UpdateServiceAnswer
    {
        return ($this->send)(['POST', '/services/{service_id}/deactivate', true, false], [$service_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\UpdateServiceAnswer($one));
    }

}

/** The time of a test organization, which can be moved forward: what would happen in an hour, a day or a year then happens in seconds. Live organizations have none. */
final class TestClock extends Resource
{
    /**
     * Get the test clock: `GET /v1/test-clock`.
     *
     * Tells the time of a test organization, and whether its clock is being moved. A live organization answers 404.
     *
     * Needs a key with the scope `read`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(array $fields = [], array $options = []): Records\TestClock
    {
        return ($this->send)(['GET', '/test-clock', false, false], [], $fields, null, $options, static fn (array $one) => new Records\TestClock($one));
    }


    /**
     * Advance the test clock: `POST /v1/test-clock/advance`.
     *
     * Begins to move the clock of a test organization forward. What becomes due on the way is done in order, each thing at its own time. `GET /v1/test-clock` says when the clock is there. A live organization answers 404.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{to?: string, by_minutes?: int} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function advance(array $fields = [], ?string $idempotency_key = null, array $options = []): Records\TestClock
    {
        return ($this->send)(['POST', '/test-clock/advance', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\TestClock($one));
    }

}

/** Groups of services, with a name. */
final class Specialties extends Resource
{
    /**
     * List specialties: `GET /v1/specialties`.
     *
     * Lists specialties, ordered by id.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Specialty>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/specialties', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Specialty($one));
    }


    /**
     * Create a specialty: `POST /v1/specialties`.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{name: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields, ?string $idempotency_key = null, array $options = []): Records\Specialty
    {
        return ($this->send)(['POST', '/specialties', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Specialty($one));
    }


    /**
     * Rename a specialty: `PATCH /v1/specialties/{specialty_id}`.
     *
     * Services show the new name. Their `updated_at` does not change.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{name: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function rename(int $specialty_id, array $fields, array $options = []): Records\Specialty
    {
        return ($this->send)(['PATCH', '/specialties/{specialty_id}', false, false], [$specialty_id], $fields, null, $options, static fn (array $one) => new Records\Specialty($one));
    }


    /**
     * Delete a specialty: `DELETE /v1/specialties/{specialty_id}`.
     *
     * Only a specialty to which no service belongs can be deleted.
     *
     * Needs a key with the scope `setup`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function delete(int $specialty_id, array $fields = [], array $options = []): void
    {
        ($this->send)(['DELETE', '/specialties/{specialty_id}', false, false], [$specialty_id], $fields, null, $options, null);
    }

}

/** Clients who wait for a time. When one that fits becomes free, it is held and offered to them. */
final class Waitlist extends Resource
{
    /**
     * List waitlist entries: `GET /v1/waitlist/entries`.
     *
     * Lists who waits. Those who wait longest come first.
     *
     * Needs a key with the scope `read`.
     *
     * @param array{status?: list<'UNCONFIRMED'|'WAITING'|'OFFERED'|'BOOKED'|'EXPIRED'|'REMOVED'>, client_id?: int, service_id?: int, professional_id?: int, limit?: int, cursor?: string, expand?: list<string>} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\WaitlistWish>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/waitlist/entries', false, true], [], $fields, null, $options, static fn (array $one) => new Records\WaitlistWish($one));
    }


    /**
     * Create a waitlist entry: `POST /v1/waitlist/entries`.
     *
     * Adds what a client waits for. When time that fits becomes free, the client who has waited longest is offered it.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `action_not_allowed`, `client_identifier_required`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{service_ids: list<int>, professional_id?: int|null, from_date: string, to_date: string, weekdays?: list<int>, from_minute?: int, to_minute?: int, client_id?: int|null, client?: array{first_name: string, last_name?: string|null, email?: string|null, phone?: string|null, cpf?: string|null, birth_date?: string|null, metadata?: array<string, string|null>|null, on_match?: 'return'|'update'|'create'}|null, language?: 'pt'|'en'} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function add(array $fields, ?string $idempotency_key = null, array $options = []): Records\WaitlistWish
    {
        return ($this->send)(['POST', '/waitlist/entries', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\WaitlistWish($one));
    }


    /**
     * Offer a time: `POST /v1/waitlist/entries/{entry_id}/offer`.
     *
     * Holds a start for an entry that waits, and tells the client, whatever days and hours were asked for.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{start: string, professional_id?: int|null} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function offer(int $entry_id, array $fields, ?string $idempotency_key = null, array $options = []): Records\WaitlistWish
    {
        return ($this->send)(['POST', '/waitlist/entries/{entry_id}/offer', true, false], [$entry_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\WaitlistWish($one));
    }


    /**
     * Remove a waitlist entry: `DELETE /v1/waitlist/entries/{entry_id}`.
     *
     * Takes it off the waitlist, with its offer. One that has ended stays as it is.
     *
     * Needs a key with the scope `write`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function remove(int $entry_id, array $fields = [], array $options = []): Records\WaitlistWish
    {
        return ($this->send)(['DELETE', '/waitlist/entries/{entry_id}', false, false], [$entry_id], $fields, null, $options, static fn (array $one) => new Records\WaitlistWish($one));
    }

}

/** Subscriptions that send events to your URL, and a record of every attempt. A key with `webhooks:manage` can read all data by subscribing to `*`. */
final class Webhooks extends Resource
{
    /**
     * List webhooks: `GET /v1/webhooks`.
     *
     * Lists webhooks, oldest first. Signing secrets are not shown.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @param array{url?: string, active?: bool, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Webhook>
     */
    public function list(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/webhooks', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Webhook($one));
    }


    /**
     * Create a webhook: `POST /v1/webhooks`.
     *
     * An organization can have at most 20 webhooks. The response contains the signing `secret`. Later, only a rotation returns a secret. Anyone who can create a webhook can read every record, by subscribing to `*`.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `template_invalid`, `webhook_limit_reached`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{url: string, events: list<'*'|'appointment.*'|'client.*'|'queue.*'|'deposit.*'|'service.*'|'professional.*'|'blocked_time.*'|'messaging.*'|'webhook.*'|'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'>, name?: string|null, format?: 'generic'|'chat_format_1'|'chat_format_2'|'chat_format_3'|'chat_format_4'|'slack'|'discord'|'google_chat'|'teams'|'custom', filters?: array{professional_ids?: list<int>, service_ids?: list<int>, statuses?: list<'PENDING'|'CONFIRMED'|'COMPLETED'|'NO_SHOW'|'CANCELLED_CLIENT'|'CANCELLED_PROFESSIONAL'|'WAITING'|'CALLED'|'IN_SERVICE'|'SKIPPED'|'CANCELLED'>, types?: list<'TELEMEDICINE'|'IN_PERSON'>, sources?: list<'public_booking'|'dashboard'|'recurrence'|'api'|'agent'>}, headers?: array<string, string>, template?: array{method?: 'POST'|'PUT'|'PATCH', content_type?: 'application/json'|'application/x-www-form-urlencoded'|'text/plain', body: string|array<string, string>, headers?: array<string, string>, query?: array<string, string>}|null, secrets?: array<string, string>, message_template?: string|null, show_full_personal_data?: bool, secret?: string|null, active?: bool, api_version?: '2026-11-01'} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function create(array $fields, ?string $idempotency_key = null, array $options = []): Records\Webhook
    {
        return ($this->send)(['POST', '/webhooks', true, false], [], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Webhook($one));
    }


    /**
     * Get a webhook: `GET /v1/webhooks/{webhook_id}`.
     *
     * The signing secret is not shown.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function get(string $webhook_id, array $fields = [], array $options = []): Records\Webhook
    {
        return ($this->send)(['GET', '/webhooks/{webhook_id}', false, false], [$webhook_id], $fields, null, $options, static fn (array $one) => new Records\Webhook($one));
    }


    /**
     * Update a webhook: `PATCH /v1/webhooks/{webhook_id}`.
     *
     * A field that you leave out stays the same. `events`, `filters`, `headers` and `template` are replaced as a whole. `secrets` is merged, and null deletes a secret. With a new `url`, send every secret and every credential header again, or remove it.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, `template_invalid`, and others
     *
     * @param array{url?: string, events?: list<'*'|'appointment.*'|'client.*'|'queue.*'|'deposit.*'|'service.*'|'professional.*'|'blocked_time.*'|'messaging.*'|'webhook.*'|'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'>, name?: string|null, filters?: array{professional_ids?: list<int>, service_ids?: list<int>, statuses?: list<'PENDING'|'CONFIRMED'|'COMPLETED'|'NO_SHOW'|'CANCELLED_CLIENT'|'CANCELLED_PROFESSIONAL'|'WAITING'|'CALLED'|'IN_SERVICE'|'SKIPPED'|'CANCELLED'>, types?: list<'TELEMEDICINE'|'IN_PERSON'>, sources?: list<'public_booking'|'dashboard'|'recurrence'|'api'|'agent'>}, headers?: array<string, string>, template?: array{method?: 'POST'|'PUT'|'PATCH', content_type?: 'application/json'|'application/x-www-form-urlencoded'|'text/plain', body: string|array<string, string>, headers?: array<string, string>, query?: array<string, string>}|null, secrets?: array<string, string|null>, message_template?: string|null, show_full_personal_data?: bool, active?: bool} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function update(string $webhook_id, array $fields = [], array $options = []): Records\Webhook
    {
        return ($this->send)(['PATCH', '/webhooks/{webhook_id}', false, false], [$webhook_id], $fields, null, $options, static fn (array $one) => new Records\Webhook($one));
    }


    /**
     * Delete a webhook: `DELETE /v1/webhooks/{webhook_id}`.
     *
     * Waiting deliveries are not sent. The delivery history of the webhook is deleted too.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function delete(string $webhook_id, array $fields = [], array $options = []): void
    {
        ($this->send)(['DELETE', '/webhooks/{webhook_id}', false, false], [$webhook_id], $fields, null, $options, null);
    }


    /**
     * Rotate the signing secret: `POST /v1/webhooks/{webhook_id}/rotate-secret`.
     *
     * The response contains the new `secret`. For 24 hours, deliveries are also signed with the previous secret (`v0`), so that receivers can change over without a gap. If you rotate again within that time, each previous secret keeps its own 24 hours. While 5 previous secrets still sign, only a rotation with `revoke_previous` is possible.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{secret?: string|null, revoke_previous?: bool} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function rotateSecret(string $webhook_id, array $fields = [], ?string $idempotency_key = null, array $options = []): Records\Webhook
    {
        return ($this->send)(['POST', '/webhooks/{webhook_id}/rotate-secret', true, false], [$webhook_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\Webhook($one));
    }


    /**
     * Send a test event: `POST /v1/webhooks/{webhook_id}/test`.
     *
     * Sends one `ping`, or a sample of another type, and waits for the result, at most 10 seconds. The response is 200 even if the test fails: read `status`. A failed test does not count against the webhook, unless the endpoint answers 410. Test events have `livemode: false` and are not in the feed. They are sent whether or not the webhook subscribes to their type.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, `webhook_inactive`, and others
     *
     * @param array{event_type?: 'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'|'ping'} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function test(string $webhook_id, array $fields = [], array $options = []): Records\Delivery
    {
        return ($this->send)(['POST', '/webhooks/{webhook_id}/test', false, false], [$webhook_id], $fields, null, $options, static fn (array $one) => new Records\Delivery($one));
    }


    /**
     * List deliveries: `GET /v1/webhooks/{webhook_id}/deliveries`.
     *
     * Lists the attempts of the last 30 days, newest first, one record per attempt. A `PENDING` attempt has not been made yet; it keeps its id when it is made.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{status?: list<'PENDING'|'SUCCEEDED'|'FAILED'|'DISCARDED'|'UNDELIVERED'>, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Delivery>
     */
    public function listDeliveries(string $webhook_id, array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/webhooks/{webhook_id}/deliveries', false, true], [$webhook_id], $fields, null, $options, static fn (array $one) => new Records\Delivery($one));
    }


    /**
     * Search deliveries: `GET /v1/deliveries`.
     *
     * Lists the attempts of the last 30 days of all webhooks, newest first. A delivery is listed if it matches all filters.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @param array{webhook_id?: string, status?: list<'PENDING'|'SUCCEEDED'|'FAILED'|'DISCARDED'|'UNDELIVERED'>, event_type?: 'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'|'ping', event_id?: string, from?: string, to?: string, limit?: int, cursor?: string} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     *
     * @return Page<Records\Delivery>
     */
    public function searchDeliveries(array $fields = [], array $options = []): Page
    {
        return ($this->send)(['GET', '/deliveries', false, true], [], $fields, null, $options, static fn (array $one) => new Records\Delivery($one));
    }


    /**
     * Get a delivery: `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}`.
     *
     * One attempt, all attempts at its event, and the request as it would be made now. What was sent is not stored. Secrets are shown as `***`.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function getDelivery(string $webhook_id, string $delivery_id, array $fields = [], array $options = []): Records\DeliveryDetails
    {
        return ($this->send)(['GET', '/webhooks/{webhook_id}/deliveries/{delivery_id}', false, false], [$webhook_id, $delivery_id], $fields, null, $options, static fn (array $one) => new Records\DeliveryDetails($one));
    }


    /**
     * Resend an event: `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`.
     *
     * Sends the event of this delivery again in the background, as a new delivery with its own retries. The event keeps its id, so receivers can ignore it if they already have it.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, `action_not_allowed`, `webhook_inactive`, and others
     *
     * @param array{} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function redeliver(string $webhook_id, string $delivery_id, array $fields = [], array $options = []): Records\Delivery
    {
        return ($this->send)(['POST', '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', false, false], [$webhook_id, $delivery_id], $fields, null, $options, static fn (array $one) => new Records\Delivery($one));
    }


    /**
     * Preview a webhook: `POST /v1/webhooks/preview`.
     *
     * What a webhook of this make would send of a sample event. Nothing is sent, and nothing is kept. All fields are optional.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `template_invalid`, and others
     *
     * @param array{format?: 'generic'|'chat_format_1'|'chat_format_2'|'chat_format_3'|'chat_format_4'|'slack'|'discord'|'google_chat'|'teams'|'custom', event_type?: 'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'|'ping', template?: array{method?: 'POST'|'PUT'|'PATCH', content_type?: 'application/json'|'application/x-www-form-urlencoded'|'text/plain', body: string|array<string, string>, headers?: array<string, string>, query?: array<string, string>}|null, events?: list<'*'|'appointment.*'|'client.*'|'queue.*'|'deposit.*'|'service.*'|'professional.*'|'blocked_time.*'|'messaging.*'|'webhook.*'|'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled'>, secret_names?: list<string>, message_template?: string|null, show_full_personal_data?: bool} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function preview(array $fields = [], array $options = []): mixed
    {
        return ($this->send)(['POST', '/webhooks/preview', false, false], [], $fields, null, $options, static fn (array $one) => $one);
    }


    /**
     * Get the statistics of a webhook: `GET /v1/webhooks/{webhook_id}/statistics`.
     *
     * How deliveries went, in all and by hour. The last hour ends now. Test events are left out.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, and others
     *
     * @param array{hours?: int} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function statistics(string $webhook_id, array $fields = [], array $options = []): Records\WebhookStatistics
    {
        return ($this->send)(['GET', '/webhooks/{webhook_id}/statistics', false, false], [$webhook_id], $fields, null, $options, static fn (array $one) => new Records\WebhookStatistics($one));
    }


    /**
     * Recover a webhook: `POST /v1/webhooks/{webhook_id}/recover`.
     *
     * Resends what the webhook failed to get, or missed while it was off: of the events since a time that it subscribes to, those whose latest attempt did not succeed, or that were never tried. One call looks at 500 events. Call again with `position` of the answer until `is_done`. A retry that waits is made earlier. Run twice, it sends nothing twice.
     *
     * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
     *
     * @throws SchedulingError with the code `not_found`, `webhook_inactive`, `duplicate_request`, `request_in_progress`, and others
     *
     * @param array{since: string, position?: int} $fields
     *
     * @param array{timeout?: float, max_retries?: int, headers?: array<string, string>} $options of this call
     */
    public function recover(string $webhook_id, array $fields, ?string $idempotency_key = null, array $options = []): Records\WebhookRecovery
    {
        return ($this->send)(['POST', '/webhooks/{webhook_id}/recover', true, false], [$webhook_id], $fields, $idempotency_key, $options, static fn (array $one) => new Records\WebhookRecovery($one));
    }

}
