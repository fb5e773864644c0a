<?php

// Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.

declare(strict_types=1);

namespace Scheduling\Records;

/** What was answered. A field that is newer than this library is in `toArray()`. */
class Record implements \JsonSerializable
{
    /** @param array<string, mixed> $data */
    public function __construct(private readonly array $data)
    {
    }

    /**
     * With the names of the wire, as it came.
     *
     * @return array<string, mixed>
     */
    final public function toArray(): array
    {
        return $this->data;
    }

    final public function jsonSerialize(): array
    {
        return $this->data;
    }
}

final class Appointment extends Record
{
    /** @var 'appointment' */
    public readonly string $object;
    /** The id never changes, even if the appointment is rescheduled. */
    public readonly int $id;
    /** @var 'PENDING'|'CONFIRMED'|'COMPLETED'|'NO_SHOW'|'CANCELLED_CLIENT'|'CANCELLED_PROFESSIONAL' */
    public readonly string $status;
    /** @var 'IN_PERSON'|'TELEMEDICINE' */
    public readonly string $type;
    public readonly string $start;
    /** The end of the last service, without buffers. */
    public readonly string $end;
    public readonly int $duration_minutes;
    /** @var list<int> The services, in the order in which they are performed. */
    public readonly array $service_ids;
    /** @var list<Service|MiniReference> */
    public readonly array $services;
    public readonly int $professional_id;
    public readonly Professional|MiniReference $professional;
    public readonly int $client_id;
    public readonly Client|MiniReference $client;
    /** The sum of the prices of the services, fixed when the appointment is booked. Null if no service has a price. */
    public readonly ?string $price;
    /** @var 'BRL' */
    public readonly string $currency;
    /** A note about the booking, for every key with the scope `read`. It is not a clinical note. */
    public readonly ?string $notes;
    /** @var array<string, string> Your own data. A map of at most 50 keys, each with a string. */
    public readonly array $metadata;
    /** Whether the appointment was booked over a busy slot. */
    public readonly bool $is_overbook;
    /** Where the appointment was booked: `public_booking`, `dashboard`, `recurrence`, `api`, `agent`. More may be added. */
    public readonly string $source;
    /** The same for all appointments of a series. */
    public readonly ?string $recurrence_id;
    /** The link to the online room of a telemedicine appointment. */
    public readonly ?string $meeting_url;
    /** The id of the latest deposit. */
    public readonly ?int $deposit_id;
    /** The deposit, if you send `expand=deposit`. Otherwise null. */
    public readonly ?Deposit $deposit;
    /** If true, only the metadata of the appointment can be changed. */
    public readonly bool $invoice_issued;
    public readonly ?string $cancellation_reason;
    public readonly int $reschedule_count;
    /** The iCalendar UID. It never changes. */
    public readonly string $ical_uid;
    /** When the client arrived. A move clears it. */
    public readonly ?string $arrived_at;
    /** When the visit began. A move clears it. */
    public readonly ?string $started_at;
    public readonly ?string $confirmed_at;
    public readonly ?string $completed_at;
    public readonly ?string $no_show_at;
    public readonly ?string $cancelled_at;
    public readonly string $created_at;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->type = $data['type'] ?? null;
        $this->start = $data['start'] ?? null;
        $this->end = $data['end'] ?? null;
        $this->duration_minutes = $data['duration_minutes'] ?? null;
        $this->service_ids = $data['service_ids'] ?? null;
        $this->services = array_map(static fn ($one) => (isset($one['object']) ? new Service($one) : new MiniReference($one)), ($data['services'] ?? null));
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = (isset($data['professional']['object']) ? new Professional($data['professional']) : new MiniReference($data['professional']));
        $this->client_id = $data['client_id'] ?? null;
        $this->client = (isset($data['client']['object']) ? new Client($data['client']) : new MiniReference($data['client']));
        $this->price = $data['price'] ?? null;
        $this->currency = $data['currency'] ?? null;
        $this->notes = $data['notes'] ?? null;
        $this->metadata = $data['metadata'] ?? null;
        $this->is_overbook = $data['is_overbook'] ?? null;
        $this->source = $data['source'] ?? null;
        $this->recurrence_id = $data['recurrence_id'] ?? null;
        $this->meeting_url = $data['meeting_url'] ?? null;
        $this->deposit_id = $data['deposit_id'] ?? null;
        $this->deposit = ($data['deposit'] ?? null) === null ? null : new Deposit(($data['deposit'] ?? null));
        $this->invoice_issued = $data['invoice_issued'] ?? null;
        $this->cancellation_reason = $data['cancellation_reason'] ?? null;
        $this->reschedule_count = $data['reschedule_count'] ?? null;
        $this->ical_uid = $data['ical_uid'] ?? null;
        $this->arrived_at = $data['arrived_at'] ?? null;
        $this->started_at = $data['started_at'] ?? null;
        $this->confirmed_at = $data['confirmed_at'] ?? null;
        $this->completed_at = $data['completed_at'] ?? null;
        $this->no_show_at = $data['no_show_at'] ?? null;
        $this->cancelled_at = $data['cancelled_at'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class Service extends Record
{
    /** @var 'service' */
    public readonly string $object;
    public readonly int $id;
    public readonly string $name;
    public readonly ?string $description;
    public readonly ?MiniReference $specialty;
    /** @var 'IN_PERSON'|'TELEMEDICINE' */
    public readonly string $service_type;
    /** @var 'SCHEDULED'|'QUEUE' */
    public readonly string $booking_mode;
    public readonly int $duration_minutes;
    public readonly ?string $price;
    /** @var 'BRL' */
    public readonly string $currency;
    public readonly ?string $color;
    public readonly bool $is_active;
    public readonly bool $hidden_from_public_booking;
    /** The number of seats per start. It is 1 for an individual service. */
    public readonly int $max_capacity;
    /** @var list<int> The active professionals who perform the service, ordered by id. */
    public readonly array $professional_ids;
    public readonly string $created_at;
    public readonly string $updated_at;
    public readonly ?int $specialty_id;
    /** @var list<Professional|MiniReference> The professionals of `professional_ids`, ordered by id. With `expand=professionals`, the full records. */
    public readonly array $professionals;
    /** The time kept free before the service. */
    public readonly int $buffer_before_minutes;
    /** The time kept free after the service. */
    public readonly int $buffer_after_minutes;
    /** The interval between possible starts, in minutes. */
    public readonly int $slot_interval_minutes;
    /** The value of the service, or else the organization's. */
    public readonly int $min_advance_minutes;
    /** Null means no limit. */
    public readonly ?int $max_advance_days;
    /** Whether the public booking page asks for a deposit. */
    public readonly bool $requires_deposit;
    /** Null if `requires_deposit` is false. */
    public readonly ?string $deposit_amount;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->description = $data['description'] ?? null;
        $this->specialty = ($data['specialty'] ?? null) === null ? null : new MiniReference(($data['specialty'] ?? null));
        $this->service_type = $data['service_type'] ?? null;
        $this->booking_mode = $data['booking_mode'] ?? null;
        $this->duration_minutes = $data['duration_minutes'] ?? null;
        $this->price = $data['price'] ?? null;
        $this->currency = $data['currency'] ?? null;
        $this->color = $data['color'] ?? null;
        $this->is_active = $data['is_active'] ?? null;
        $this->hidden_from_public_booking = $data['hidden_from_public_booking'] ?? null;
        $this->max_capacity = $data['max_capacity'] ?? null;
        $this->professional_ids = $data['professional_ids'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
        $this->specialty_id = $data['specialty_id'] ?? null;
        $this->professionals = array_map(static fn ($one) => (isset($one['object']) ? new Professional($one) : new MiniReference($one)), ($data['professionals'] ?? null));
        $this->buffer_before_minutes = $data['buffer_before_minutes'] ?? null;
        $this->buffer_after_minutes = $data['buffer_after_minutes'] ?? null;
        $this->slot_interval_minutes = $data['slot_interval_minutes'] ?? null;
        $this->min_advance_minutes = $data['min_advance_minutes'] ?? null;
        $this->max_advance_days = $data['max_advance_days'] ?? null;
        $this->requires_deposit = $data['requires_deposit'] ?? null;
        $this->deposit_amount = $data['deposit_amount'] ?? null;
    }
}

final class MiniReference extends Record
{
    public readonly int $id;
    public readonly string $name;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
    }
}

final class Professional extends Record
{
    /** @var 'professional' */
    public readonly string $object;
    public readonly int $id;
    public readonly string $name;
    public readonly ?string $email;
    /** @var 'owner'|'collaborator' */
    public readonly string $role;
    public readonly bool $is_active;
    /** The registration number at the professional council. */
    public readonly ?string $registry;
    /** @var list<int> The active services that this professional performs, ordered by id. */
    public readonly array $service_ids;
    /** @var list<Service>|null The services, if you send `expand=services`. Otherwise null. */
    public readonly ?array $services;
    public readonly string $created_at;
    /** Also changes when `service_ids` changes. */
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->email = $data['email'] ?? null;
        $this->role = $data['role'] ?? null;
        $this->is_active = $data['is_active'] ?? null;
        $this->registry = $data['registry'] ?? null;
        $this->service_ids = $data['service_ids'] ?? null;
        $this->services = ($data['services'] ?? null) === null ? null : array_map(static fn ($one) => new Service($one), ($data['services'] ?? null));
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class Client extends Record
{
    /** @var 'client' */
    public readonly string $object;
    public readonly int $id;
    public readonly string $first_name;
    public readonly ?string $last_name;
    /** First and last name. */
    public readonly string $name;
    /** In lower case. */
    public readonly ?string $email;
    /** In E.164 format. */
    public readonly ?string $phone;
    /** 11 digits. */
    public readonly ?string $cpf;
    public readonly ?string $birth_date;
    /** @var array<string, string> Your own data. A map of at most 50 keys, each with a string. */
    public readonly array $metadata;
    public readonly string $created_at;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->first_name = $data['first_name'] ?? null;
        $this->last_name = $data['last_name'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->email = $data['email'] ?? null;
        $this->phone = $data['phone'] ?? null;
        $this->cpf = $data['cpf'] ?? null;
        $this->birth_date = $data['birth_date'] ?? null;
        $this->metadata = $data['metadata'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class Deposit extends Record
{
    /** @var 'deposit' */
    public readonly string $object;
    public readonly int $id;
    /** @var 'PENDING'|'PAID'|'EXPIRED'|'REFUNDED' */
    public readonly string $status;
    public readonly string $amount;
    /** @var 'BRL' */
    public readonly string $currency;
    public readonly ?string $paid_amount;
    /** The amount refunded so far. It is `0.00` before a refund. */
    public readonly string $refunded_amount;
    /** `PIX`: instant payment. `MANUAL`: the organization has no bank connected, so the team asks for the money and confirms it by hand. More may be added. */
    public readonly string $method;
    /** The appointment that the deposit is for. Exactly one of this field and `queue_entry_id` has a value. */
    public readonly ?int $appointment_id;
    public readonly ?int $queue_entry_id;
    /** The appointment, if you send `expand=appointment`. Otherwise null. */
    public readonly ?Appointment $appointment;
    /** The queue entry, if you send `expand=queue_entry`. Otherwise null. */
    public readonly ?QueueEntry $queue_entry;
    public readonly int $client_id;
    public readonly Client|MiniReference $client;
    /** The payment code to copy and paste. Null unless the status is `PENDING`, and with `MANUAL`. */
    public readonly ?string $payment_code;
    /** The client's own page with the payment code. Null unless the status is `PENDING`, and with `MANUAL`. */
    public readonly ?string $payment_url;
    public readonly string $expires_at;
    public readonly ?string $paid_at;
    public readonly ?string $expired_at;
    public readonly ?string $refunded_at;
    public readonly string $created_at;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->amount = $data['amount'] ?? null;
        $this->currency = $data['currency'] ?? null;
        $this->paid_amount = $data['paid_amount'] ?? null;
        $this->refunded_amount = $data['refunded_amount'] ?? null;
        $this->method = $data['method'] ?? null;
        $this->appointment_id = $data['appointment_id'] ?? null;
        $this->queue_entry_id = $data['queue_entry_id'] ?? null;
        $this->appointment = ($data['appointment'] ?? null) === null ? null : new Appointment(($data['appointment'] ?? null));
        $this->queue_entry = ($data['queue_entry'] ?? null) === null ? null : new QueueEntry(($data['queue_entry'] ?? null));
        $this->client_id = $data['client_id'] ?? null;
        $this->client = (isset($data['client']['object']) ? new Client($data['client']) : new MiniReference($data['client']));
        $this->payment_code = $data['payment_code'] ?? null;
        $this->payment_url = $data['payment_url'] ?? null;
        $this->expires_at = $data['expires_at'] ?? null;
        $this->paid_at = $data['paid_at'] ?? null;
        $this->expired_at = $data['expired_at'] ?? null;
        $this->refunded_at = $data['refunded_at'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class QueueEntry extends Record
{
    /** @var 'queue_entry' */
    public readonly string $object;
    public readonly int $id;
    /** @var 'WAITING'|'CALLED'|'IN_SERVICE'|'COMPLETED'|'SKIPPED'|'NO_SHOW'|'CANCELLED' */
    public readonly string $status;
    /** The local day of arrival. */
    public readonly string $date;
    /** Null until a professional calls, if the client joined without one. */
    public readonly ?int $professional_id;
    public readonly Professional|MiniReference|null $professional;
    public readonly int $service_id;
    public readonly Service|MiniReference $service;
    public readonly int $client_id;
    public readonly Client|MiniReference $client;
    /** The position in the queue; 1 is next. Null unless the status is `WAITING`. Computed when it is read. */
    public readonly ?int $position;
    /** The number of entries that wait ahead of this one. Null unless the status is `WAITING`. Computed when it is read. */
    public readonly ?int $ahead_count;
    /** In steps of 5. Null unless the status is `WAITING`. Computed when it is read. */
    public readonly ?int $estimated_wait_minutes;
    public readonly int $call_count;
    public readonly ?string $notes;
    /** Where the client joined: `public_booking`, `dashboard`, `api`, `agent`. More may be added. */
    public readonly string $source;
    /** The client's own page in the queue. */
    public readonly ?string $tracking_url;
    /** The id of the latest deposit. */
    public readonly ?int $deposit_id;
    /** The deposit, if you send `expand=deposit`. Otherwise null. */
    public readonly ?Deposit $deposit;
    public readonly ?string $cancellation_reason;
    /** Decides the order of the queue. It stays the same when an entry is skipped. */
    public readonly string $arrived_at;
    public readonly ?string $called_at;
    public readonly ?string $started_at;
    public readonly ?string $completed_at;
    public readonly ?string $skipped_at;
    public readonly ?string $no_show_at;
    public readonly ?string $cancelled_at;
    public readonly string $created_at;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->date = $data['date'] ?? null;
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = ($data['professional'] ?? null) === null ? null : (isset($data['professional']['object']) ? new Professional($data['professional']) : new MiniReference($data['professional']));
        $this->service_id = $data['service_id'] ?? null;
        $this->service = (isset($data['service']['object']) ? new Service($data['service']) : new MiniReference($data['service']));
        $this->client_id = $data['client_id'] ?? null;
        $this->client = (isset($data['client']['object']) ? new Client($data['client']) : new MiniReference($data['client']));
        $this->position = $data['position'] ?? null;
        $this->ahead_count = $data['ahead_count'] ?? null;
        $this->estimated_wait_minutes = $data['estimated_wait_minutes'] ?? null;
        $this->call_count = $data['call_count'] ?? null;
        $this->notes = $data['notes'] ?? null;
        $this->source = $data['source'] ?? null;
        $this->tracking_url = $data['tracking_url'] ?? null;
        $this->deposit_id = $data['deposit_id'] ?? null;
        $this->deposit = ($data['deposit'] ?? null) === null ? null : new Deposit(($data['deposit'] ?? null));
        $this->cancellation_reason = $data['cancellation_reason'] ?? null;
        $this->arrived_at = $data['arrived_at'] ?? null;
        $this->called_at = $data['called_at'] ?? null;
        $this->started_at = $data['started_at'] ?? null;
        $this->completed_at = $data['completed_at'] ?? null;
        $this->skipped_at = $data['skipped_at'] ?? null;
        $this->no_show_at = $data['no_show_at'] ?? null;
        $this->cancelled_at = $data['cancelled_at'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class DeletedAppointment extends Record
{
    public readonly int $id;
    public readonly bool $deleted;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->deleted = $data['deleted'] ?? null;
    }
}

final class MergedClient extends Record
{
    public readonly int $id;
    public readonly bool $deleted;
    /** The client that remains. */
    public readonly int $merged_into;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->deleted = $data['deleted'] ?? null;
        $this->merged_into = $data['merged_into'] ?? null;
    }
}

final class BlockedTime extends Record
{
    /** @var 'blocked_time' */
    public readonly string $object;
    public readonly int $id;
    /** Null means all professionals. */
    public readonly ?int $professional_id;
    public readonly ?MiniReference $professional;
    public readonly string $start;
    public readonly string $end;
    public readonly bool $all_day;
    public readonly ?string $reason;
    public readonly string $created_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = ($data['professional'] ?? null) === null ? null : new MiniReference(($data['professional'] ?? null));
        $this->start = $data['start'] ?? null;
        $this->end = $data['end'] ?? null;
        $this->all_day = $data['all_day'] ?? null;
        $this->reason = $data['reason'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
    }
}

final class Message extends Record
{
    /** @var 'message' */
    public readonly string $object;
    public readonly string $id;
    /** @var 'INBOUND'|'OUTBOUND' */
    public readonly string $direction;
    /** `MESSAGING` or `EMAIL`. More may be added. */
    public readonly string $channel;
    /** `TEXT`, `MEDIA`, `CONFIRMATION`, `REMINDER`, `QUEUE_CALL`, `NO_SHOW` or `OTHER`. More may be added. */
    public readonly string $kind;
    public readonly ?string $phone;
    public readonly ?string $email;
    /** Null for messages made from a template. */
    public readonly ?string $text;
    public readonly ?int $client_id;
    public readonly ?MiniReference $client;
    public readonly ?int $appointment_id;
    public readonly ?int $queue_entry_id;
    public readonly ?string $error_code;
    public readonly string $created_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->direction = $data['direction'] ?? null;
        $this->channel = $data['channel'] ?? null;
        $this->kind = $data['kind'] ?? null;
        $this->phone = $data['phone'] ?? null;
        $this->email = $data['email'] ?? null;
        $this->text = $data['text'] ?? null;
        $this->client_id = $data['client_id'] ?? null;
        $this->client = ($data['client'] ?? null) === null ? null : new MiniReference(($data['client'] ?? null));
        $this->appointment_id = $data['appointment_id'] ?? null;
        $this->queue_entry_id = $data['queue_entry_id'] ?? null;
        $this->error_code = $data['error_code'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
    }
}

final class MessagingConnection extends Record
{
    /** @var 'messaging_connection' */
    public readonly string $object;
    public readonly string $channel;
    /** `CONNECTED`, `DISCONNECTED` or `PENDING`. More may be added. */
    public readonly string $status;
    public readonly ?string $phone;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->channel = $data['channel'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->phone = $data['phone'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class WebhookStatus extends Record
{
    /** @var 'webhook_status' */
    public readonly string $object;
    public readonly string $webhook_id;
    public readonly string $name;
    /** The first failed attempt since the last success. */
    public readonly ?string $failing_since;
    /** `ENDPOINT_GONE`, `PLATFORM_REFUSED` or `FAILING_7_DAYS`. More may be added. */
    public readonly ?string $disabled_reason;
    public readonly ?string $disabled_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->webhook_id = $data['webhook_id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->failing_since = $data['failing_since'] ?? null;
        $this->disabled_reason = $data['disabled_reason'] ?? null;
        $this->disabled_at = $data['disabled_at'] ?? null;
    }
}

final class Ping extends Record
{
    /** @var 'ping' */
    public readonly string $object;
    public readonly string $webhook_id;
    public readonly string $webhook_name;
    /** @var 'Test delivery' */
    public readonly string $message;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->webhook_id = $data['webhook_id'] ?? null;
        $this->webhook_name = $data['webhook_name'] ?? null;
        $this->message = $data['message'] ?? null;
    }
}

/** Who caused the event, and how. */
final class EventContext extends Record
{
    public readonly EventContextActor $actor;
    public readonly string $source;
    public readonly string $request_id;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->actor = new EventContextActor(($data['actor'] ?? null));
        $this->source = $data['source'] ?? null;
        $this->request_id = $data['request_id'] ?? null;
    }
}

final class EventContextActor extends Record
{
    /** @var 'user'|'client'|'api_key'|'agent'|'system' */
    public readonly string $type;
    public readonly ?string $id;
    public readonly ?string $name;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->type = $data['type'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
    }
}

/** An event of a webhook or of the feed. Ignore a `type` that you do not know. */
final class Event extends Record
{
    /** What the events of each type are about. */
    public const RECORDS = [
        'appointment.created' => Appointment::class,
        'appointment.updated' => Appointment::class,
        'appointment.rescheduled' => Appointment::class,
        'appointment.confirmed' => Appointment::class,
        'appointment.cancelled' => Appointment::class,
        'appointment.completed' => Appointment::class,
        'appointment.no_show' => Appointment::class,
        'appointment.deleted' => DeletedAppointment::class,
        'appointment.reminder_sent' => Appointment::class,
        'client.created' => Client::class,
        'client.updated' => Client::class,
        'client.first_appointment' => Client::class,
        'client.merged' => MergedClient::class,
        'queue.entry.created' => QueueEntry::class,
        'queue.entry.updated' => QueueEntry::class,
        'queue.entry.called' => QueueEntry::class,
        'queue.entry.in_service' => QueueEntry::class,
        'queue.entry.completed' => QueueEntry::class,
        'queue.entry.skipped' => QueueEntry::class,
        'queue.entry.no_show' => QueueEntry::class,
        'queue.entry.cancelled' => QueueEntry::class,
        'deposit.created' => Deposit::class,
        'deposit.paid' => Deposit::class,
        'deposit.expired' => Deposit::class,
        'deposit.refunded' => Deposit::class,
        'service.created' => Service::class,
        'service.updated' => Service::class,
        'service.deactivated' => Service::class,
        'professional.created' => Professional::class,
        'professional.updated' => Professional::class,
        'professional.deactivated' => Professional::class,
        'blocked_time.created' => BlockedTime::class,
        'blocked_time.deleted' => BlockedTime::class,
        'messaging.message.received' => Message::class,
        'messaging.message.sent' => Message::class,
        'messaging.message.failed' => Message::class,
        'messaging.connection.updated' => MessagingConnection::class,
        'webhook.failing' => WebhookStatus::class,
        'webhook.disabled' => WebhookStatus::class,
        'ping' => Ping::class,
    ];

    /** Unique for each event. Use it to ignore repeated deliveries. */
    public readonly string $id;
    public readonly string $api_version;
    public readonly string $created_at;
    public readonly int $organization_id;
    public readonly bool $livemode;
    /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
    public readonly int $sequence;
    /** Who caused the event, and how. */
    public readonly EventContext $context;
    public readonly string $type;
    public readonly EventData $data;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->api_version = $data['api_version'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->organization_id = $data['organization_id'] ?? null;
        $this->livemode = $data['livemode'] ?? null;
        $this->sequence = $data['sequence'] ?? null;
        $this->context = new EventContext(($data['context'] ?? null));
        $this->type = $data['type'] ?? null;
        $this->data = new EventData($data['data'] ?? [], self::RECORDS[$data['type'] ?? ''] ?? Record::class);
    }
}

final class EventData extends Record
{
    /** The record after the event. */
    public readonly Record $object;
    /** @var array<string, array{from: mixed, to: mixed}>|null Only the fields that changed. Null for types without changes. */
    public readonly ?array $changes;
    public readonly ?string $batch_id;

    /** @param class-string<Record> $record */
    public function __construct(array $data, string $record)
    {
        parent::__construct($data);
        $this->object = new $record($data['object'] ?? null);
        $this->changes = $data['changes'] ?? null;
        $this->batch_id = $data['batch_id'] ?? null;
    }
}

final class Organization extends Record
{
    /** @var 'organization' */
    public readonly string $object;
    public readonly int $id;
    public readonly string $name;
    public readonly ?string $slug;
    /** The IANA name of the organization's time zone. Every date of the API is in this time zone. */
    public readonly string $timezone;
    public readonly ?OrganizationPlan $plan;
    /** @var array<string, bool> Whether each feature is in the plan and switched on by the owner. More keys may be added. */
    public readonly array $features;
    public readonly OrganizationApiKey $api_key;
    /** The connection to the messaging app. */
    public readonly OrganizationWhatsapp $whatsapp;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->slug = $data['slug'] ?? null;
        $this->timezone = $data['timezone'] ?? null;
        $this->plan = ($data['plan'] ?? null) === null ? null : new OrganizationPlan(($data['plan'] ?? null));
        $this->features = $data['features'] ?? null;
        $this->api_key = new OrganizationApiKey(($data['api_key'] ?? null));
        $this->whatsapp = new OrganizationWhatsapp(($data['whatsapp'] ?? null));
    }
}

final class OrganizationPlan extends Record
{
    public readonly string $name;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->name = $data['name'] ?? null;
    }
}

final class OrganizationApiKey extends Record
{
    public readonly string $id;
    public readonly string $name;
    /** @var list<'read'|'write'|'setup'|'webhooks:manage'> */
    public readonly array $scopes;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->scopes = $data['scopes'] ?? null;
    }
}

final class OrganizationWhatsapp extends Record
{
    /** @var 'own'|'central'|null */
    public readonly ?string $channel;
    public readonly ?string $status;
    public readonly ?string $phone;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->channel = $data['channel'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->phone = $data['phone'] ?? null;
    }
}

final class Slot extends Record
{
    /** @var 'slot' */
    public readonly string $object;
    public readonly string $start;
    /** The end of the last service, without buffers. */
    public readonly string $end;
    public readonly int $duration_minutes;
    public readonly int $professional_id;
    public readonly MiniReference $professional;
    /** @var list<int> */
    public readonly array $service_ids;
    /** The number of free seats. It is 1 for individual services. */
    public readonly int $remaining_capacity;
    /** The price of the appointment if it is booked now. */
    public readonly ?string $price;
    /** @var 'BRL' */
    public readonly string $currency;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->start = $data['start'] ?? null;
        $this->end = $data['end'] ?? null;
        $this->duration_minutes = $data['duration_minutes'] ?? null;
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->service_ids = $data['service_ids'] ?? null;
        $this->remaining_capacity = $data['remaining_capacity'] ?? null;
        $this->price = $data['price'] ?? null;
        $this->currency = $data['currency'] ?? null;
    }
}

final class AvailableDate extends Record
{
    /** @var 'available_date' */
    public readonly string $object;
    public readonly string $date;
    public readonly string $first_start;
    /** The number of distinct starts. */
    public readonly int $slot_count;
    /** @var list<int> The professionals who are free at one or more starts of the date. */
    public readonly array $professional_ids;
    /** @var list<MiniReference> */
    public readonly array $professionals;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->date = $data['date'] ?? null;
        $this->first_start = $data['first_start'] ?? null;
        $this->slot_count = $data['slot_count'] ?? null;
        $this->professional_ids = $data['professional_ids'] ?? null;
        $this->professionals = array_map(static fn ($one) => new MiniReference($one), ($data['professionals'] ?? null));
    }
}

final class EventType extends Record
{
    /** @var 'event_type' */
    public readonly string $object;
    /** @var 'appointment.created'|'appointment.updated'|'appointment.rescheduled'|'appointment.confirmed'|'appointment.cancelled'|'appointment.completed'|'appointment.no_show'|'appointment.deleted'|'appointment.reminder_sent'|'client.created'|'client.updated'|'client.first_appointment'|'client.merged'|'queue.entry.created'|'queue.entry.updated'|'queue.entry.called'|'queue.entry.in_service'|'queue.entry.completed'|'queue.entry.skipped'|'queue.entry.no_show'|'queue.entry.cancelled'|'deposit.created'|'deposit.paid'|'deposit.expired'|'deposit.refunded'|'service.created'|'service.updated'|'service.deactivated'|'professional.created'|'professional.updated'|'professional.deactivated'|'blocked_time.created'|'blocked_time.deleted'|'messaging.message.received'|'messaging.message.sent'|'messaging.message.failed'|'messaging.connection.updated'|'webhook.failing'|'webhook.disabled' */
    public readonly string $type;
    /** When the event happens. */
    public readonly string $description;
    /** @var list<string>|null The fields that `changes` of the event can name. Null if `changes` is always null. */
    public readonly ?array $changed_fields;
    /** @var array<string, mixed> A made-up event with every field of its record, as a webhook gets it. */
    public readonly array $sample;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->type = $data['type'] ?? null;
        $this->description = $data['description'] ?? null;
        $this->changed_fields = $data['changed_fields'] ?? null;
        $this->sample = $data['sample'] ?? null;
    }
}

final class Hold extends Record
{
    /** @var 'hold' */
    public readonly string $object;
    public readonly int $id;
    /** @var 'HELD'|'BOOKED'|'RELEASED'|'EXPIRED' `HELD`: the time is kept. `BOOKED`: it became an appointment. `RELEASED`: the caller or the team gave it up. `EXPIRED`: it was not booked in time. */
    public readonly string $status;
    public readonly string $start;
    /** The end of the last service, without buffers. */
    public readonly string $end;
    public readonly int $duration_minutes;
    /** @var list<int> The services, in the order in which they are performed. */
    public readonly array $service_ids;
    /** @var list<MiniReference> */
    public readonly array $services;
    /** Chosen when the hold is made. */
    public readonly int $professional_id;
    public readonly MiniReference $professional;
    /** What the appointment will cost: fixed when the hold is made. Null if no service has a price. */
    public readonly ?string $price;
    /** @var 'BRL' */
    public readonly string $currency;
    /** Before this instant the hold can be booked, whatever else changes. */
    public readonly string $expires_at;
    /** The appointment that it became. Null unless `BOOKED`. */
    public readonly ?int $appointment_id;
    public readonly string $created_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->start = $data['start'] ?? null;
        $this->end = $data['end'] ?? null;
        $this->duration_minutes = $data['duration_minutes'] ?? null;
        $this->service_ids = $data['service_ids'] ?? null;
        $this->services = array_map(static fn ($one) => new MiniReference($one), ($data['services'] ?? null));
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->price = $data['price'] ?? null;
        $this->currency = $data['currency'] ?? null;
        $this->expires_at = $data['expires_at'] ?? null;
        $this->appointment_id = $data['appointment_id'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
    }
}

final class UpdateProfessionalAnswer extends Record
{
    public readonly Professional $professional;
    public readonly Impact $impact;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->professional = new Professional(($data['professional'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
    }
}

final class Impact extends Record
{
    public readonly string $version;
    public readonly int $total;
    public readonly int $kept;
    public readonly int $moved;
    public readonly int $cancelled;
    /** @var list<ImpactAppointmentsItem> */
    public readonly array $appointments;
    /** @var list<ImpactHoldsItem> */
    public readonly array $holds;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->version = $data['version'] ?? null;
        $this->total = $data['total'] ?? null;
        $this->kept = $data['kept'] ?? null;
        $this->moved = $data['moved'] ?? null;
        $this->cancelled = $data['cancelled'] ?? null;
        $this->appointments = array_map(static fn ($one) => new ImpactAppointmentsItem($one), ($data['appointments'] ?? null));
        $this->holds = array_map(static fn ($one) => new ImpactHoldsItem($one), ($data['holds'] ?? null));
    }
}

final class ImpactAppointmentsItem extends Record
{
    public readonly ImpactAppointmentsItemAppointment $appointment;
    /** @var 'service_not_offered'|'professional_inactive'|'professional_cannot_perform'|'holiday'|'outside_hours'|'blocked'|'over_capacity' */
    public readonly string $reason;
    /** @var 'kept'|'moved'|'cancelled' */
    public readonly string $action;
    public readonly ?MiniReference $moved_to;
    public readonly ?string $kept_because;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->appointment = new ImpactAppointmentsItemAppointment(($data['appointment'] ?? null));
        $this->reason = $data['reason'] ?? null;
        $this->action = $data['action'] ?? null;
        $this->moved_to = ($data['moved_to'] ?? null) === null ? null : new MiniReference(($data['moved_to'] ?? null));
        $this->kept_because = $data['kept_because'] ?? null;
    }
}

final class ImpactAppointmentsItemAppointment extends Record
{
    public readonly int $id;
    public readonly string $start;
    public readonly MiniReference $professional;
    public readonly MiniReference $client;
    /** @var list<MiniReference> */
    public readonly array $services;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->start = $data['start'] ?? null;
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->client = new MiniReference(($data['client'] ?? null));
        $this->services = array_map(static fn ($one) => new MiniReference($one), ($data['services'] ?? null));
    }
}

final class ImpactHoldsItem extends Record
{
    public readonly ImpactHoldsItemHold $hold;
    public readonly string $held_by;
    /** @var 'service_not_offered'|'professional_inactive'|'professional_cannot_perform'|'holiday'|'outside_hours'|'blocked'|'over_capacity' */
    public readonly string $reason;
    /** @var 'kept'|'released' */
    public readonly string $action;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->hold = new ImpactHoldsItemHold(($data['hold'] ?? null));
        $this->held_by = $data['held_by'] ?? null;
        $this->reason = $data['reason'] ?? null;
        $this->action = $data['action'] ?? null;
    }
}

final class ImpactHoldsItemHold extends Record
{
    public readonly int $id;
    public readonly string $start;
    public readonly MiniReference $professional;
    /** @var list<MiniReference> */
    public readonly array $services;
    public readonly string $expires_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->start = $data['start'] ?? null;
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->services = array_map(static fn ($one) => new MiniReference($one), ($data['services'] ?? null));
        $this->expires_at = $data['expires_at'] ?? null;
    }
}

final class DeactivateProfessionalAnswer extends Record
{
    public readonly Professional $professional;
    public readonly Impact $impact;
    /** @var list<int> */
    public readonly array $unassigned_queue_entry_ids;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->professional = new Professional(($data['professional'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
        $this->unassigned_queue_entry_ids = $data['unassigned_queue_entry_ids'] ?? null;
    }
}

final class Request extends Record
{
    /** @var 'request' */
    public readonly string $object;
    /** As in the header `X-Request-Id` of the answer. */
    public readonly string $id;
    public readonly string $received_at;
    public readonly string $api_key_id;
    /** Null if the key was deleted. */
    public readonly ?RequestApiKey $api_key;
    public readonly string $method;
    /** The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`. */
    public readonly string $route;
    /** @var array<string, mixed> The ids of the path. Null for a client who was erased. */
    public readonly array $path_ids;
    public readonly int $status;
    /** The `code` of the refusal. */
    public readonly ?string $code;
    /** @var list<RequestFaultsItem> As in `errors`. A name that you chose yourself is shown as `*`. */
    public readonly array $faults;
    public readonly int $duration_ms;
    /** Whether the answer of an earlier request with this `Idempotency-Key` was sent. */
    public readonly bool $replayed;
    /** How many requests this record stands for. Above 1 only for `429`: one record for each key and second. */
    public readonly int $times;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->received_at = $data['received_at'] ?? null;
        $this->api_key_id = $data['api_key_id'] ?? null;
        $this->api_key = ($data['api_key'] ?? null) === null ? null : new RequestApiKey(($data['api_key'] ?? null));
        $this->method = $data['method'] ?? null;
        $this->route = $data['route'] ?? null;
        $this->path_ids = $data['path_ids'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->code = $data['code'] ?? null;
        $this->faults = array_map(static fn ($one) => new RequestFaultsItem($one), ($data['faults'] ?? null));
        $this->duration_ms = $data['duration_ms'] ?? null;
        $this->replayed = $data['replayed'] ?? null;
        $this->times = $data['times'] ?? null;
    }
}

final class RequestApiKey extends Record
{
    public readonly string $id;
    public readonly string $name;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
    }
}

final class RequestFaultsItem extends Record
{
    public readonly string $field;
    public readonly string $code;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->field = $data['field'] ?? null;
        $this->code = $data['code'] ?? null;
    }
}

final class RequestDetails extends Record
{
    /** @var 'request' */
    public readonly string $object;
    /** As in the header `X-Request-Id` of the answer. */
    public readonly string $id;
    public readonly string $received_at;
    public readonly string $api_key_id;
    /** Null if the key was deleted. */
    public readonly ?RequestApiKey $api_key;
    public readonly string $method;
    /** The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`. */
    public readonly string $route;
    /** @var array<string, mixed> The ids of the path. Null for a client who was erased. */
    public readonly array $path_ids;
    public readonly int $status;
    /** The `code` of the refusal. */
    public readonly ?string $code;
    /** @var list<RequestFaultsItem> As in `errors`. A name that you chose yourself is shown as `*`. */
    public readonly array $faults;
    public readonly int $duration_ms;
    /** Whether the answer of an earlier request with this `Idempotency-Key` was sent. */
    public readonly bool $replayed;
    /** How many requests this record stands for. Above 1 only for `429`: one record for each key and second. */
    public readonly int $times;
    /** @var list<RequestDetailsEventsItem> What it caused, at most 100 events. */
    public readonly array $events;
    /** Whether it caused more events. */
    public readonly bool $events_truncated;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->received_at = $data['received_at'] ?? null;
        $this->api_key_id = $data['api_key_id'] ?? null;
        $this->api_key = ($data['api_key'] ?? null) === null ? null : new RequestApiKey(($data['api_key'] ?? null));
        $this->method = $data['method'] ?? null;
        $this->route = $data['route'] ?? null;
        $this->path_ids = $data['path_ids'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->code = $data['code'] ?? null;
        $this->faults = array_map(static fn ($one) => new RequestFaultsItem($one), ($data['faults'] ?? null));
        $this->duration_ms = $data['duration_ms'] ?? null;
        $this->replayed = $data['replayed'] ?? null;
        $this->times = $data['times'] ?? null;
        $this->events = array_map(static fn ($one) => new RequestDetailsEventsItem($one), ($data['events'] ?? null));
        $this->events_truncated = $data['events_truncated'] ?? null;
    }
}

final class RequestDetailsEventsItem extends Record
{
    public readonly string $id;
    public readonly string $type;
    public readonly string $created_at;
    /** @var list<Delivery>|null The attempts to deliver it, newest first. Null for a key without the scope `webhooks:manage`. */
    public readonly ?array $deliveries;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->id = $data['id'] ?? null;
        $this->type = $data['type'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->deliveries = ($data['deliveries'] ?? null) === null ? null : array_map(static fn ($one) => new Delivery($one), ($data['deliveries'] ?? null));
    }
}

final class Delivery extends Record
{
    /** @var 'delivery' */
    public readonly string $object;
    /** New for every attempt. The same as the header `X-Service-Delivery-Id`. */
    public readonly string $id;
    public readonly string $webhook_id;
    public readonly string $event_id;
    public readonly string $event_type;
    /** @var 'EVENT'|'RETRY'|'REDELIVERY'|'TEST' */
    public readonly string $trigger;
    public readonly int $attempt;
    public readonly int $max_attempts;
    /** @var 'PENDING'|'SUCCEEDED'|'FAILED'|'DISCARDED' */
    public readonly string $status;
    public readonly ?int $response_status;
    /** The first 1024 characters of the response. Your secrets are shown as `***`. */
    public readonly ?string $response_body;
    public readonly ?int $duration_ms;
    /** @var 'timeout'|'connect_timeout'|'dns_error'|'tls_error'|'connection_error'|'redirect_refused'|'address_refused'|'http_status'|'template_error'|'result_too_large'|null Why the attempt failed. More codes may be added. */
    public readonly ?string $error_code;
    public readonly ?string $error_message;
    /** The time of the next attempt, for a failed attempt that will be retried. */
    public readonly ?string $next_attempt_at;
    public readonly ?string $attempted_at;
    public readonly string $created_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->webhook_id = $data['webhook_id'] ?? null;
        $this->event_id = $data['event_id'] ?? null;
        $this->event_type = $data['event_type'] ?? null;
        $this->trigger = $data['trigger'] ?? null;
        $this->attempt = $data['attempt'] ?? null;
        $this->max_attempts = $data['max_attempts'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->response_status = $data['response_status'] ?? null;
        $this->response_body = $data['response_body'] ?? null;
        $this->duration_ms = $data['duration_ms'] ?? null;
        $this->error_code = $data['error_code'] ?? null;
        $this->error_message = $data['error_message'] ?? null;
        $this->next_attempt_at = $data['next_attempt_at'] ?? null;
        $this->attempted_at = $data['attempted_at'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
    }
}

final class Schedule extends Record
{
    /** @var 'schedule' */
    public readonly string $object;
    public readonly string $from;
    public readonly string $to;
    public readonly string $time_zone;
    /** @var list<ScheduleProfessionalsItem> */
    public readonly array $professionals;
    /** @var list<Holiday> */
    public readonly array $holidays;
    /** @var list<BlockedTime> */
    public readonly array $blocked_times;
    public readonly int $blocked_times_total;
    /** @var list<ScheduleBusyTimesItem> */
    public readonly array $busy_times;
    public readonly int $busy_times_total;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->from = $data['from'] ?? null;
        $this->to = $data['to'] ?? null;
        $this->time_zone = $data['time_zone'] ?? null;
        $this->professionals = array_map(static fn ($one) => new ScheduleProfessionalsItem($one), ($data['professionals'] ?? null));
        $this->holidays = array_map(static fn ($one) => new Holiday($one), ($data['holidays'] ?? null));
        $this->blocked_times = array_map(static fn ($one) => new BlockedTime($one), ($data['blocked_times'] ?? null));
        $this->blocked_times_total = $data['blocked_times_total'] ?? null;
        $this->busy_times = array_map(static fn ($one) => new ScheduleBusyTimesItem($one), ($data['busy_times'] ?? null));
        $this->busy_times_total = $data['busy_times_total'] ?? null;
    }
}

final class ScheduleProfessionalsItem extends Record
{
    public readonly MiniReference $professional;
    /** @var list<WeekInterval> */
    public readonly array $week;
    /** @var list<ScheduleProfessionalsItemOverridesItem> */
    public readonly array $overrides;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->week = array_map(static fn ($one) => new WeekInterval($one), ($data['week'] ?? null));
        $this->overrides = array_map(static fn ($one) => new ScheduleProfessionalsItemOverridesItem($one), ($data['overrides'] ?? null));
    }
}

final class WeekInterval extends Record
{
    /** 0 is Sunday. */
    public readonly int $weekday;
    /** Minutes after local midnight. */
    public readonly int $opens_minute;
    /** The end, not included. A value at or before `opens_minute` is on the next day. */
    public readonly int $closes_minute;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->weekday = $data['weekday'] ?? null;
        $this->opens_minute = $data['opens_minute'] ?? null;
        $this->closes_minute = $data['closes_minute'] ?? null;
    }
}

final class ScheduleProfessionalsItemOverridesItem extends Record
{
    public readonly string $date;
    /** @var list<DayInterval> */
    public readonly array $intervals;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->date = $data['date'] ?? null;
        $this->intervals = array_map(static fn ($one) => new DayInterval($one), ($data['intervals'] ?? null));
    }
}

final class DayInterval extends Record
{
    /** Minutes after local midnight. */
    public readonly int $opens_minute;
    /** The end, not included. A value at or before `opens_minute` is on the next day. */
    public readonly int $closes_minute;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->opens_minute = $data['opens_minute'] ?? null;
        $this->closes_minute = $data['closes_minute'] ?? null;
    }
}

final class Holiday extends Record
{
    /** @var 'holiday' */
    public readonly string $object;
    public readonly string $date;
    public readonly string $name;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->date = $data['date'] ?? null;
        $this->name = $data['name'] ?? null;
    }
}

final class ScheduleBusyTimesItem extends Record
{
    /** @var 'busy_time' */
    public readonly string $object;
    public readonly int $professional_id;
    public readonly MiniReference $professional;
    public readonly string $start;
    public readonly string $end;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->start = $data['start'] ?? null;
        $this->end = $data['end'] ?? null;
    }
}

final class SetScheduleWeekAnswer extends Record
{
    public readonly Week $week;
    public readonly Impact $impact;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->week = new Week(($data['week'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
    }
}

final class Week extends Record
{
    /** @var 'week' */
    public readonly string $object;
    public readonly int $professional_id;
    /** @var list<WeekInterval> */
    public readonly array $intervals;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->professional_id = $data['professional_id'] ?? null;
        $this->intervals = array_map(static fn ($one) => new WeekInterval($one), ($data['intervals'] ?? null));
    }
}

final class SetScheduleDateAnswer extends Record
{
    public readonly DateOverride $date_override;
    public readonly Impact $impact;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->date_override = new DateOverride(($data['date_override'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
    }
}

final class DateOverride extends Record
{
    /** @var 'date_override' */
    public readonly string $object;
    public readonly int $professional_id;
    public readonly string $date;
    /** @var list<DayInterval>|null */
    public readonly ?array $intervals;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->professional_id = $data['professional_id'] ?? null;
        $this->date = $data['date'] ?? null;
        $this->intervals = ($data['intervals'] ?? null) === null ? null : array_map(static fn ($one) => new DayInterval($one), ($data['intervals'] ?? null));
    }
}

final class AddScheduleHolidayAnswer extends Record
{
    public readonly Holiday $holiday;
    public readonly Impact $impact;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->holiday = new Holiday(($data['holiday'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
    }
}

final class RemoveScheduleHolidayAnswer extends Record
{
    public readonly Holiday $holiday;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->holiday = new Holiday(($data['holiday'] ?? null));
    }
}

final class CreateScheduleBlockedTimeAnswer extends Record
{
    public readonly BlockedTime $blocked_time;
    public readonly Impact $impact;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->blocked_time = new BlockedTime(($data['blocked_time'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
    }
}

final class DeleteScheduleBlockedTimeAnswer extends Record
{
    public readonly BlockedTime $blocked_time;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->blocked_time = new BlockedTime(($data['blocked_time'] ?? null));
    }
}

final class UpdateServiceAnswer extends Record
{
    public readonly Service $service;
    public readonly Impact $impact;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->service = new Service(($data['service'] ?? null));
        $this->impact = new Impact(($data['impact'] ?? null));
    }
}

final class TestClock extends Record
{
    /** @var 'test_clock' */
    public readonly string $object;
    /** @var 'ready'|'advancing' `advancing` while what becomes due on the way is being done; then `ready`. */
    public readonly string $status;
    /** The time of the organization. */
    public readonly string $now;
    /** How far the clock is ahead of the real time. */
    public readonly int $ahead_seconds;
    /** Where the clock is being moved to. Null when it is `ready`. */
    public readonly ?string $advancing_to;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->now = $data['now'] ?? null;
        $this->ahead_seconds = $data['ahead_seconds'] ?? null;
        $this->advancing_to = $data['advancing_to'] ?? null;
    }
}

final class Specialty extends Record
{
    /** @var 'specialty' */
    public readonly string $object;
    public readonly int $id;
    public readonly string $name;
    /** Services that belong to it, including those that are no longer offered. */
    public readonly int $service_count;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->service_count = $data['service_count'] ?? null;
    }
}

final class WaitlistWish extends Record
{
    /** @var 'waitlist_wish' */
    public readonly string $object;
    public readonly int $id;
    /** @var 'UNCONFIRMED'|'WAITING'|'OFFERED'|'BOOKED'|'EXPIRED'|'REMOVED' */
    public readonly string $status;
    public readonly int $client_id;
    public readonly Client|MiniReference $client;
    /** @var list<int> */
    public readonly array $service_ids;
    /** @var list<MiniReference> */
    public readonly array $services;
    public readonly ?int $professional_id;
    public readonly ?MiniReference $professional;
    public readonly string $from_date;
    public readonly string $to_date;
    /** @var list<int> */
    public readonly array $weekdays;
    public readonly int $from_minute;
    public readonly int $to_minute;
    /** @var 'pt'|'en' */
    public readonly string $language;
    public readonly string $source;
    public readonly string $waits_since;
    public readonly int $lapses;
    public readonly ?WaitlistWishOffer $offer;
    public readonly ?int $appointment_id;
    public readonly ?string $ended_at;
    public readonly string $created_at;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->status = $data['status'] ?? null;
        $this->client_id = $data['client_id'] ?? null;
        $this->client = (isset($data['client']['object']) ? new Client($data['client']) : new MiniReference($data['client']));
        $this->service_ids = $data['service_ids'] ?? null;
        $this->services = array_map(static fn ($one) => new MiniReference($one), ($data['services'] ?? null));
        $this->professional_id = $data['professional_id'] ?? null;
        $this->professional = ($data['professional'] ?? null) === null ? null : new MiniReference(($data['professional'] ?? null));
        $this->from_date = $data['from_date'] ?? null;
        $this->to_date = $data['to_date'] ?? null;
        $this->weekdays = $data['weekdays'] ?? null;
        $this->from_minute = $data['from_minute'] ?? null;
        $this->to_minute = $data['to_minute'] ?? null;
        $this->language = $data['language'] ?? null;
        $this->source = $data['source'] ?? null;
        $this->waits_since = $data['waits_since'] ?? null;
        $this->lapses = $data['lapses'] ?? null;
        $this->offer = ($data['offer'] ?? null) === null ? null : new WaitlistWishOffer(($data['offer'] ?? null));
        $this->appointment_id = $data['appointment_id'] ?? null;
        $this->ended_at = $data['ended_at'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

final class WaitlistWishOffer extends Record
{
    public readonly string $start;
    public readonly MiniReference $professional;
    public readonly string $held_until;
    /** @var 'OPEN'|'BOOKED'|'DECLINED'|'LAPSED'|'WITHDRAWN' */
    public readonly string $outcome;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->start = $data['start'] ?? null;
        $this->professional = new MiniReference(($data['professional'] ?? null));
        $this->held_until = $data['held_until'] ?? null;
        $this->outcome = $data['outcome'] ?? null;
    }
}

final class Webhook extends Record
{
    /** @var 'webhook' */
    public readonly string $object;
    public readonly string $id;
    public readonly string $name;
    /** For chat formats, only the scheme, the host and the last 4 characters are shown. */
    public readonly string $url;
    /** @var list<string> */
    public readonly array $events;
    /** @var 'generic'|'chat_format_1'|'chat_format_2'|'chat_format_3'|'chat_format_4'|'custom' */
    public readonly string $format;
    /** An event must match one value of every list that is not empty. A filter that does not apply to an event is ignored for that event. */
    public readonly WebhookFilters $filters;
    /** @var array<string, string> Sent with every delivery. The values of credentials are shown as `***`. */
    public readonly array $headers;
    public readonly ?WebhookTemplate $template;
    /** @var list<string> The names of the `secrets`. Their values are never returned. */
    public readonly array $secret_names;
    public readonly ?string $message_template;
    public readonly bool $show_full_personal_data;
    public readonly bool $active;
    /** The version of the event format. It never changes. */
    public readonly string $api_version;
    /** The signing secret. Only creating a webhook and rotating its secret return it. Always null for chat formats, which are not signed. */
    public readonly ?string $secret;
    /** Until this time, deliveries are also signed with a previous secret. If there are several, the time at which the last one expires. */
    public readonly ?string $previous_secret_expires_at;
    /** @var 'MANUAL'|'ENDPOINT_GONE'|'FAILING_7_DAYS'|'PLATFORM_REFUSED'|null */
    public readonly ?string $disabled_reason;
    public readonly ?string $disabled_at;
    /** The time of the first failed delivery since the last success. */
    public readonly ?string $failing_since;
    public readonly ?string $last_delivery_at;
    public readonly ?string $last_success_at;
    public readonly string $created_at;
    public readonly string $updated_at;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->id = $data['id'] ?? null;
        $this->name = $data['name'] ?? null;
        $this->url = $data['url'] ?? null;
        $this->events = $data['events'] ?? null;
        $this->format = $data['format'] ?? null;
        $this->filters = new WebhookFilters(($data['filters'] ?? null));
        $this->headers = $data['headers'] ?? null;
        $this->template = ($data['template'] ?? null) === null ? null : new WebhookTemplate(($data['template'] ?? null));
        $this->secret_names = $data['secret_names'] ?? null;
        $this->message_template = $data['message_template'] ?? null;
        $this->show_full_personal_data = $data['show_full_personal_data'] ?? null;
        $this->active = $data['active'] ?? null;
        $this->api_version = $data['api_version'] ?? null;
        $this->secret = $data['secret'] ?? null;
        $this->previous_secret_expires_at = $data['previous_secret_expires_at'] ?? null;
        $this->disabled_reason = $data['disabled_reason'] ?? null;
        $this->disabled_at = $data['disabled_at'] ?? null;
        $this->failing_since = $data['failing_since'] ?? null;
        $this->last_delivery_at = $data['last_delivery_at'] ?? null;
        $this->last_success_at = $data['last_success_at'] ?? null;
        $this->created_at = $data['created_at'] ?? null;
        $this->updated_at = $data['updated_at'] ?? null;
    }
}

/** An event must match one value of every list that is not empty. A filter that does not apply to an event is ignored for that event. */
final class WebhookFilters extends Record
{
    /** @var list<int> */
    public readonly array $professional_ids;
    /** @var list<int> */
    public readonly array $service_ids;
    /** @var list<string> */
    public readonly array $statuses;
    /** @var list<string> */
    public readonly array $types;
    /** @var list<string> */
    public readonly array $sources;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->professional_ids = $data['professional_ids'] ?? null;
        $this->service_ids = $data['service_ids'] ?? null;
        $this->statuses = $data['statuses'] ?? null;
        $this->types = $data['types'] ?? null;
        $this->sources = $data['sources'] ?? null;
    }
}

final class WebhookTemplate extends Record
{
    /** @var 'POST'|'PUT'|'PATCH' */
    public readonly string $method;
    /** @var 'application/json'|'application/x-www-form-urlencoded'|'text/plain' */
    public readonly string $content_type;
    /** One text or, for a form, an object with one template per field name. */
    public readonly mixed $body;
    /** @var array<string, string> */
    public readonly array $headers;
    /** @var array<string, string> */
    public readonly array $query;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->method = $data['method'] ?? null;
        $this->content_type = $data['content_type'] ?? null;
        $this->body = $data['body'] ?? null;
        $this->headers = $data['headers'] ?? null;
        $this->query = $data['query'] ?? null;
    }
}

final class DeliveryDetails extends Record
{
    /** @var 'delivery_details' */
    public readonly string $object;
    public readonly Delivery $delivery;
    /** @var list<Delivery> The attempts of this webhook at this event, newest first, at most as many as a page has. */
    public readonly array $attempts;
    /** In the version of the webhook. Null for a test, whose event is not kept, and once the event is too old. */
    public readonly ?Event $event;
    /** Null without an event, and if the template fails on it. */
    public readonly ?DeliveryDetailsRequest $request;
    /** Why there would be no request. */
    public readonly ?DeliveryDetailsRequestError $request_error;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->delivery = new Delivery(($data['delivery'] ?? null));
        $this->attempts = array_map(static fn ($one) => new Delivery($one), ($data['attempts'] ?? null));
        $this->event = ($data['event'] ?? null) === null ? null : new Event(($data['event'] ?? null));
        $this->request = ($data['request'] ?? null) === null ? null : new DeliveryDetailsRequest(($data['request'] ?? null));
        $this->request_error = ($data['request_error'] ?? null) === null ? null : new DeliveryDetailsRequestError(($data['request_error'] ?? null));
    }
}

final class DeliveryDetailsRequest extends Record
{
    public readonly string $method;
    public readonly string $url;
    /** @var array<string, string> */
    public readonly array $headers;
    public readonly string $body;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->method = $data['method'] ?? null;
        $this->url = $data['url'] ?? null;
        $this->headers = $data['headers'] ?? null;
        $this->body = $data['body'] ?? null;
    }
}

final class DeliveryDetailsRequestError extends Record
{
    public readonly string $code;
    public readonly string $message;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->code = $data['code'] ?? null;
        $this->message = $data['message'] ?? null;
    }
}

final class PreviewWebhookAnswer0 extends Record
{
    /** @var 'webhook_preview' */
    public readonly string $object;
    /** @var 'request' */
    public readonly string $kind;
    public readonly string $method;
    public readonly string $content_type;
    public readonly string $body;
    /** @var array<string, string> */
    public readonly array $headers;
    /** @var array<string, string> */
    public readonly array $query;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->kind = $data['kind'] ?? null;
        $this->method = $data['method'] ?? null;
        $this->content_type = $data['content_type'] ?? null;
        $this->body = $data['body'] ?? null;
        $this->headers = $data['headers'] ?? null;
        $this->query = $data['query'] ?? null;
    }
}

final class PreviewWebhookAnswer1 extends Record
{
    /** @var 'webhook_preview' */
    public readonly string $object;
    /** @var 'message' */
    public readonly string $kind;
    public readonly string $title;
    /** @var list<PreviewWebhookAnswer1FieldsItem> */
    public readonly array $fields;
    public readonly string $text;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->kind = $data['kind'] ?? null;
        $this->title = $data['title'] ?? null;
        $this->fields = array_map(static fn ($one) => new PreviewWebhookAnswer1FieldsItem($one), ($data['fields'] ?? null));
        $this->text = $data['text'] ?? null;
    }
}

final class PreviewWebhookAnswer1FieldsItem extends Record
{
    public readonly string $label;
    public readonly string $value;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->label = $data['label'] ?? null;
        $this->value = $data['value'] ?? null;
    }
}

final class WebhookStatistics extends Record
{
    /** @var 'webhook_statistics' */
    public readonly string $object;
    public readonly string $since;
    public readonly int $attempts;
    public readonly int $succeeded;
    public readonly int $failed;
    /** 0 to 1. Null without attempts. */
    public readonly ?float $success_rate;
    public readonly ?int $p50_ms;
    public readonly ?int $p95_ms;
    /** Deliveries that wait for an attempt now. */
    public readonly int $waiting;
    /** @var list<WebhookStatisticsByHourItem> */
    public readonly array $by_hour;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->since = $data['since'] ?? null;
        $this->attempts = $data['attempts'] ?? null;
        $this->succeeded = $data['succeeded'] ?? null;
        $this->failed = $data['failed'] ?? null;
        $this->success_rate = $data['success_rate'] ?? null;
        $this->p50_ms = $data['p50_ms'] ?? null;
        $this->p95_ms = $data['p95_ms'] ?? null;
        $this->waiting = $data['waiting'] ?? null;
        $this->by_hour = array_map(static fn ($one) => new WebhookStatisticsByHourItem($one), ($data['by_hour'] ?? null));
    }
}

final class WebhookStatisticsByHourItem extends Record
{
    public readonly string $from;
    public readonly int $attempts;
    public readonly int $succeeded;
    public readonly int $failed;
    /** 0 to 1. Null without attempts. */
    public readonly ?float $success_rate;
    public readonly ?int $p50_ms;
    public readonly ?int $p95_ms;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->from = $data['from'] ?? null;
        $this->attempts = $data['attempts'] ?? null;
        $this->succeeded = $data['succeeded'] ?? null;
        $this->failed = $data['failed'] ?? null;
        $this->success_rate = $data['success_rate'] ?? null;
        $this->p50_ms = $data['p50_ms'] ?? null;
        $this->p95_ms = $data['p95_ms'] ?? null;
    }
}

final class WebhookRecovery extends Record
{
    /** @var 'webhook_recovery' */
    public readonly string $object;
    /** How many events of this page are sent again. */
    public readonly int $queued;
    /** How many events this page has. */
    public readonly int $looked_at;
    /** The place in the feed up to which everything was looked at. */
    public readonly int $position;
    /** The last place of the feed. */
    public readonly int $last_position;
    public readonly bool $is_done;

    public function __construct(array $data)
    {
        parent::__construct($data);
        $this->object = $data['object'] ?? null;
        $this->queued = $data['queued'] ?? null;
        $this->looked_at = $data['looked_at'] ?? null;
        $this->position = $data['position'] ?? null;
        $this->last_position = $data['last_position'] ?? null;
        $this->is_done = $data['is_done'] ?? null;
    }
}
