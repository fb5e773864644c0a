# Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.
from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class AppointmentBase(TypedDict):
    object: Literal["appointment"]
    id: int
    """The id never changes, even if the appointment is rescheduled."""
    status: Literal["PENDING", "CONFIRMED", "COMPLETED", "NO_SHOW", "CANCELLED_CLIENT", "CANCELLED_PROFESSIONAL"]
    type: Literal["IN_PERSON", "TELEMEDICINE"]
    start: str
    end: str
    """The end of the last service, without buffers."""
    duration_minutes: int
    service_ids: list[int]
    """The services, in the order in which they are performed."""
    services: list[MiniReference]
    professional_id: int
    professional: MiniReference
    client_id: int
    client: MiniReference
    price: str | None
    """The sum of the prices of the services, fixed when the appointment is booked. Null if no service has a price."""
    currency: Literal["BRL"]
    notes: str | None
    """A note about the booking, for every key with the scope `read`. It is not a clinical note."""
    metadata: dict[str, str]
    """Your own data. A map of at most 50 keys, each with a string."""
    is_overbook: bool
    """Whether the appointment was booked over a busy slot."""
    source: str
    """Where the appointment was booked: `public_booking`, `dashboard`, `recurrence`, `api`, `agent`. More may be added."""
    recurrence_id: str | None
    """The same for all appointments of a series."""
    meeting_url: str | None
    """The link to the online room of a telemedicine appointment."""
    deposit_id: int | None
    """The id of the latest deposit."""
    deposit: None
    invoice_issued: bool
    """If true, only the metadata of the appointment can be changed."""
    cancellation_reason: str | None
    reschedule_count: int
    ical_uid: str
    """The iCalendar UID. It never changes."""
    arrived_at: str | None
    """When the client arrived. A move clears it."""
    started_at: str | None
    """When the visit began. A move clears it."""
    confirmed_at: str | None
    completed_at: str | None
    no_show_at: str | None
    cancelled_at: str | None
    created_at: str
    updated_at: str


class MiniReference(TypedDict):
    id: int
    name: str


class DeletedAppointment(TypedDict):
    id: int
    deleted: Literal[True]


class Client(TypedDict):
    object: Literal["client"]
    id: int
    first_name: str
    last_name: str | None
    name: str
    """First and last name."""
    email: str | None
    """In lower case."""
    phone: str | None
    """In E.164 format."""
    cpf: str | None
    """11 digits."""
    birth_date: str | None
    metadata: dict[str, str]
    """Your own data. A map of at most 50 keys, each with a string."""
    created_at: str
    updated_at: str


class MergedClient(TypedDict):
    id: int
    deleted: Literal[True]
    merged_into: int
    """The client that remains."""


class QueueEntryBase(TypedDict):
    object: Literal["queue_entry"]
    id: int
    status: Literal["WAITING", "CALLED", "IN_SERVICE", "COMPLETED", "SKIPPED", "NO_SHOW", "CANCELLED"]
    date: str
    """The local day of arrival."""
    professional_id: int | None
    """Null until a professional calls, if the client joined without one."""
    professional: MiniReference | None
    service_id: int
    service: MiniReference
    client_id: int
    client: MiniReference
    position: int | None
    """The position in the queue; 1 is next. Null unless the status is `WAITING`. Computed when it is read."""
    ahead_count: int | None
    """The number of entries that wait ahead of this one. Null unless the status is `WAITING`. Computed when it is read."""
    estimated_wait_minutes: int | None
    """In steps of 5. Null unless the status is `WAITING`. Computed when it is read."""
    call_count: int
    notes: str | None
    source: str
    """Where the client joined: `public_booking`, `dashboard`, `api`, `agent`. More may be added."""
    tracking_url: str | None
    """The client's own page in the queue."""
    deposit_id: int | None
    """The id of the latest deposit."""
    deposit: None
    cancellation_reason: str | None
    arrived_at: str
    """Decides the order of the queue. It stays the same when an entry is skipped."""
    called_at: str | None
    started_at: str | None
    completed_at: str | None
    skipped_at: str | None
    no_show_at: str | None
    cancelled_at: str | None
    created_at: str
    updated_at: str


class DepositBase(TypedDict):
    object: Literal["deposit"]
    id: int
    status: Literal["PENDING", "PAID", "EXPIRED", "REFUNDED"]
    amount: str
    currency: Literal["BRL"]
    paid_amount: str | None
    refunded_amount: str
    """The amount refunded so far. It is `0.00` before a refund."""
    method: str
    """`PIX`: instant payment. `MANUAL`: the organization has no bank connected, so the team asks for the money and confirms it by hand. More may be added."""
    appointment_id: int | None
    """The appointment that the deposit is for. Exactly one of this field and `queue_entry_id` has a value."""
    queue_entry_id: int | None
    appointment: None
    queue_entry: None
    client_id: int
    client: MiniReference
    payment_code: str | None
    """The payment code to copy and paste. Null unless the status is `PENDING`, and with `MANUAL`."""
    payment_url: str | None
    """The client's own page with the payment code. Null unless the status is `PENDING`, and with `MANUAL`."""
    expires_at: str
    paid_at: str | None
    expired_at: str | None
    refunded_at: str | None
    created_at: str
    updated_at: str


class Service(TypedDict):
    object: Literal["service"]
    id: int
    name: str
    description: str | None
    specialty: MiniReference | None
    service_type: Literal["IN_PERSON", "TELEMEDICINE"]
    booking_mode: Literal["SCHEDULED", "QUEUE"]
    duration_minutes: int
    price: str | None
    currency: Literal["BRL"]
    color: str | None
    is_active: bool
    hidden_from_public_booking: bool
    max_capacity: int
    """The number of seats per start. It is 1 for an individual service."""
    professional_ids: list[int]
    """The active professionals who perform the service, ordered by id."""
    created_at: str
    updated_at: str
    specialty_id: int | None
    professionals: list[Professional | MiniReference]
    """The professionals of `professional_ids`, ordered by id. With `expand=professionals`, the full records."""
    buffer_before_minutes: int
    """The time kept free before the service."""
    buffer_after_minutes: int
    """The time kept free after the service."""
    slot_interval_minutes: int
    """The interval between possible starts, in minutes."""
    min_advance_minutes: int
    """The value of the service, or else the organization's."""
    max_advance_days: int | None
    """Null means no limit."""
    requires_deposit: bool
    """Whether the public booking page asks for a deposit."""
    deposit_amount: str | None
    """Null if `requires_deposit` is false."""


class Professional(TypedDict):
    object: Literal["professional"]
    id: int
    name: str
    email: str | None
    role: Literal["owner", "collaborator"]
    is_active: bool
    registry: str | None
    """The registration number at the professional council."""
    service_ids: list[int]
    """The active services that this professional performs, ordered by id."""
    services: list[ServiceBase] | None
    """The services, if you send `expand=services`. Otherwise null."""
    created_at: str
    updated_at: str
    """Also changes when `service_ids` changes."""


class ServiceBase(TypedDict):
    object: Literal["service"]
    id: int
    name: str
    description: str | None
    specialty: MiniReference | None
    service_type: Literal["IN_PERSON", "TELEMEDICINE"]
    booking_mode: Literal["SCHEDULED", "QUEUE"]
    duration_minutes: int
    price: str | None
    currency: Literal["BRL"]
    color: str | None
    is_active: bool
    hidden_from_public_booking: bool
    max_capacity: int
    """The number of seats per start. It is 1 for an individual service."""
    professional_ids: list[int]
    """The active professionals who perform the service, ordered by id."""
    created_at: str
    updated_at: str


class BlockedTime(TypedDict):
    object: Literal["blocked_time"]
    id: int
    professional_id: int | None
    """Null means all professionals."""
    professional: MiniReference | None
    start: str
    end: str
    all_day: bool
    reason: str | None
    created_at: str


class Message(TypedDict):
    object: Literal["message"]
    id: str
    direction: Literal["INBOUND", "OUTBOUND"]
    channel: str
    """`MESSAGING` or `EMAIL`. More may be added."""
    kind: str
    """`TEXT`, `MEDIA`, `CONFIRMATION`, `REMINDER`, `QUEUE_CALL`, `NO_SHOW` or `OTHER`. More may be added."""
    phone: str | None
    email: str | None
    text: str | None
    """Null for messages made from a template."""
    client_id: int | None
    client: MiniReference | None
    appointment_id: int | None
    queue_entry_id: int | None
    error_code: str | None
    created_at: str


class MessagingConnection(TypedDict):
    object: Literal["messaging_connection"]
    channel: str
    status: str
    """`CONNECTED`, `DISCONNECTED` or `PENDING`. More may be added."""
    phone: str | None
    updated_at: str


class WebhookStatus(TypedDict):
    object: Literal["webhook_status"]
    webhook_id: str
    name: str
    failing_since: str | None
    """The first failed attempt since the last success."""
    disabled_reason: str | None
    """`ENDPOINT_GONE`, `PLATFORM_REFUSED` or `FAILING_7_DAYS`. More may be added."""
    disabled_at: str | None


class Ping(TypedDict):
    object: Literal["ping"]
    webhook_id: str
    webhook_name: str
    message: Literal["Test delivery"]


class EventContext(TypedDict):
    """Who caused the event, and how."""

    actor: EventContextActor
    source: str
    request_id: str


class EventContextActor(TypedDict):
    type: Literal["user", "client", "api_key", "agent", "system"]
    id: str | None
    name: str | None


class EventBase(TypedDict):
    id: str
    """Unique for each event. Use it to ignore repeated deliveries."""
    api_version: str
    created_at: str
    organization_id: int
    livemode: bool
    sequence: int
    """The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed."""
    context: EventContext
    """Who caused the event, and how."""


class AppointmentEventData(TypedDict):
    object: AppointmentBase
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class AppointmentEvent(EventBase):
    type: Literal["appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.reminder_sent"]
    data: AppointmentEventData


class DeletedAppointmentEventData(TypedDict):
    object: DeletedAppointment
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class DeletedAppointmentEvent(EventBase):
    type: Literal["appointment.deleted"]
    data: DeletedAppointmentEventData


class ClientEventData(TypedDict):
    object: Client
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class ClientEvent(EventBase):
    type: Literal["client.created", "client.updated", "client.first_appointment"]
    data: ClientEventData


class MergedClientEventData(TypedDict):
    object: MergedClient
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class MergedClientEvent(EventBase):
    type: Literal["client.merged"]
    data: MergedClientEventData


class QueueEntryEventData(TypedDict):
    object: QueueEntryBase
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class QueueEntryEvent(EventBase):
    type: Literal["queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled"]
    data: QueueEntryEventData


class DepositEventData(TypedDict):
    object: DepositBase
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class DepositEvent(EventBase):
    type: Literal["deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded"]
    data: DepositEventData


class ServiceEventData(TypedDict):
    object: Service
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class ServiceEvent(EventBase):
    type: Literal["service.created", "service.updated", "service.deactivated"]
    data: ServiceEventData


class ProfessionalEventData(TypedDict):
    object: Professional
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class ProfessionalEvent(EventBase):
    type: Literal["professional.created", "professional.updated", "professional.deactivated"]
    data: ProfessionalEventData


class BlockedTimeEventData(TypedDict):
    object: BlockedTime
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class BlockedTimeEvent(EventBase):
    type: Literal["blocked_time.created", "blocked_time.deleted"]
    data: BlockedTimeEventData


class MessageEventData(TypedDict):
    object: Message
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class MessageEvent(EventBase):
    type: Literal["messaging.message.received", "messaging.message.sent", "messaging.message.failed"]
    data: MessageEventData


class MessagingConnectionEventData(TypedDict):
    object: MessagingConnection
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class MessagingConnectionEvent(EventBase):
    type: Literal["messaging.connection.updated"]
    data: MessagingConnectionEventData


class WebhookStatusEventData(TypedDict):
    object: WebhookStatus
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class WebhookStatusEvent(EventBase):
    type: Literal["webhook.failing", "webhook.disabled"]
    data: WebhookStatusEventData


class PingEventData(TypedDict):
    object: Ping
    changes: dict[str, Change] | None
    """Only the fields that changed, each with `from` and `to`. None for types without changes."""
    batch_id: str | None


class PingEvent(EventBase):
    type: Literal["ping"]
    data: PingEventData


Change = TypedDict("Change", {"from": Any, "to": Any})


WebhookEvent = Union[
    "AppointmentEvent",
    "DeletedAppointmentEvent",
    "ClientEvent",
    "MergedClientEvent",
    "QueueEntryEvent",
    "DepositEvent",
    "ServiceEvent",
    "ProfessionalEvent",
    "BlockedTimeEvent",
    "MessageEvent",
    "MessagingConnectionEvent",
    "WebhookStatusEvent",
    "PingEvent",
]


class Organization(TypedDict):
    object: Literal["organization"]
    id: int
    name: str
    slug: str | None
    timezone: str
    """The IANA name of the organization's time zone. Every date of the API is in this time zone."""
    plan: OrganizationPlan | None
    features: dict[str, bool]
    """Whether each feature is in the plan and switched on by the owner. More keys may be added."""
    api_key: OrganizationApiKey
    whatsapp: OrganizationWhatsapp
    """The connection to the messaging app."""


class OrganizationPlan(TypedDict):
    name: str


class OrganizationApiKey(TypedDict):
    id: str
    name: str
    scopes: list[Literal["read", "write", "setup", "webhooks:manage"]]


class OrganizationWhatsapp(TypedDict):
    channel: Literal["own", "central"] | None
    status: str | None
    phone: str | None


class ListAppointmentsInput(TypedDict, total=False):
    from_: str
    """Only appointments that start at or after this local date or date-time."""
    to: str
    """Only appointments that start on or before this local date, or before this date-time."""
    professional_id: int
    client_id: int
    service_id: int
    """Only appointments that contain this service."""
    type: Literal["IN_PERSON", "TELEMEDICINE"]
    status: list[Literal["PENDING", "CONFIRMED", "COMPLETED", "NO_SHOW", "CANCELLED_CLIENT", "CANCELLED_PROFESSIONAL"]]
    """Only appointments with one of these statuses."""
    updated_since: str
    """Only records that changed at or after this moment, in the order of `updated_at`."""
    created_since: str
    """Only records that were created at or after this moment, in the order of `created_at`. If you also send `updated_since`, the order is by `updated_at`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class Appointment(TypedDict):
    object: Literal["appointment"]
    id: int
    """The id never changes, even if the appointment is rescheduled."""
    status: Literal["PENDING", "CONFIRMED", "COMPLETED", "NO_SHOW", "CANCELLED_CLIENT", "CANCELLED_PROFESSIONAL"]
    type: Literal["IN_PERSON", "TELEMEDICINE"]
    start: str
    end: str
    """The end of the last service, without buffers."""
    duration_minutes: int
    service_ids: list[int]
    """The services, in the order in which they are performed."""
    services: list[Service | MiniReference]
    professional_id: int
    professional: Professional | MiniReference
    client_id: int
    client: Client | MiniReference
    price: str | None
    """The sum of the prices of the services, fixed when the appointment is booked. Null if no service has a price."""
    currency: Literal["BRL"]
    notes: str | None
    """A note about the booking, for every key with the scope `read`. It is not a clinical note."""
    metadata: dict[str, str]
    """Your own data. A map of at most 50 keys, each with a string."""
    is_overbook: bool
    """Whether the appointment was booked over a busy slot."""
    source: str
    """Where the appointment was booked: `public_booking`, `dashboard`, `recurrence`, `api`, `agent`. More may be added."""
    recurrence_id: str | None
    """The same for all appointments of a series."""
    meeting_url: str | None
    """The link to the online room of a telemedicine appointment."""
    deposit_id: int | None
    """The id of the latest deposit."""
    deposit: DepositBase | None
    """The deposit, if you send `expand=deposit`. Otherwise null."""
    invoice_issued: bool
    """If true, only the metadata of the appointment can be changed."""
    cancellation_reason: str | None
    reschedule_count: int
    ical_uid: str
    """The iCalendar UID. It never changes."""
    arrived_at: str | None
    """When the client arrived. A move clears it."""
    started_at: str | None
    """When the visit began. A move clears it."""
    confirmed_at: str | None
    completed_at: str | None
    no_show_at: str | None
    cancelled_at: str | None
    created_at: str
    updated_at: str


class NewClientInputNeeded(TypedDict):
    first_name: str


class NewClientInput(NewClientInputNeeded, total=False):
    last_name: str | None
    email: str | None
    """Stored without surrounding white space and in lower case."""
    phone: str | None
    """Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil."""
    cpf: str | None
    """With or without punctuation."""
    birth_date: str | None
    """Between 1900-01-01 and today."""
    metadata: dict[str, str | None] | None
    on_match: Literal["return", "update", "create"]
    """What to do if a client with the same CPF, phone or e-mail exists. `return`: nothing changes. `update`: fields that you send and that are not null overwrite the record, and metadata is merged. `create`: a client with the same phone or e-mail but another first name is another person, and a new client is created. With the same first name, or the same CPF, nothing changes."""


class CreateAppointmentInput(TypedDict, total=False):
    service_ids: list[int]
    """The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. Required without `hold_id`."""
    start: str
    """Required without `hold_id`."""
    professional_id: int | None
    """If null, any professional who is free. If several are free, the one with the fewest appointments on that day."""
    client_id: int | None
    """Send exactly one of `client_id` and `client`. Null counts as not sent."""
    client: NewClientInput | None
    type: Literal["IN_PERSON", "TELEMEDICINE"] | None
    """Used as a check only: it must be the type of the services."""
    notes: str | None
    metadata: dict[str, str | None] | None
    allow_overbook: bool
    """Whether to accept a time that is taken, blocked or full. Working hours and notice still apply to callers with an API key."""
    notify_client: bool
    """Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached."""
    hold_id: int | None
    """A hold whose time is taken. `service_ids`, `start` and `professional_id` can then be left out. Before it expires it can be booked whatever the rules of notice say; after that the request is carried out as one without a hold."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class GetAppointmentInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class UpdateAppointmentInput(TypedDict, total=False):
    notes: str | None
    metadata: dict[str, str | None] | None
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class RescheduleAppointmentInput(TypedDict, total=False):
    start: str
    """If you leave it out, the start stays the same."""
    professional_id: int | None
    """If you leave it out, the professional stays the same. If null, any professional who is free, the current one if possible."""
    reason: str | None
    """Stored in the history only."""
    hold_id: int | None
    """A hold whose time is taken. `service_ids`, `start` and `professional_id` can then be left out. Before it expires it can be booked whatever the rules of notice say; after that the request is carried out as one without a hold."""
    expected_start: str
    """The start that you know. If the appointment starts at another time by now, the answer is `409 action_not_allowed` and nothing changes."""
    notify_client: bool
    """Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class CancelAppointmentInput(TypedDict, total=False):
    reason: str | None
    """Stored as `cancellation_reason`."""
    notify_client: bool
    """Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached."""
    tell_reason: bool
    """Whether the message to the client names the reason."""
    cancelled_by: Literal["professional", "client"]
    """Who called it off. With `client` the status becomes `CANCELLED_CLIENT`, as if the client had cancelled; the notice that clients need does not count."""
    expected_start: str
    """The start that you know. If the appointment starts at another time by now, the answer is `409 action_not_allowed` and nothing changes."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class ConfirmAppointmentInput(TypedDict, total=False):
    notify_client: bool
    """Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class ArriveAppointmentInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class StartAppointmentInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class CompleteAppointmentInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class MarkAppointmentNoShowInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class MarkAppointmentInvoicedInput(TypedDict, total=False):
    issued: bool
    """Whether an invoice was issued. If false, the mark is taken back."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class SetAppointmentMeetingUrlInputNeeded(TypedDict):
    meeting_url: str | None
    """The online room: a URL that begins with `https://`. Null: there is none."""


class SetAppointmentMeetingUrlInput(SetAppointmentMeetingUrlInputNeeded, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, services, deposit."""


class ListSlotsInputNeeded(TypedDict):
    service_ids: list[int]
    """The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type."""


class ListSlotsInput(ListSlotsInputNeeded, total=False):
    professional_id: int
    """Only slots of this professional. By default, slots of all professionals."""
    timezone: str
    """The IANA name of a time zone. It changes only the offset of the date-times in the response. Dates are still in the time zone of the organization."""
    date: str
    from_: str
    to: str
    """The last day, included."""


class Slot(TypedDict):
    object: Literal["slot"]
    start: str
    end: str
    """The end of the last service, without buffers."""
    duration_minutes: int
    professional_id: int
    professional: MiniReference
    service_ids: list[int]
    remaining_capacity: int
    """The number of free seats. It is 1 for individual services."""
    price: str | None
    """The price of the appointment if it is booked now."""
    currency: Literal["BRL"]


class ListNextDatesInputNeeded(TypedDict):
    service_ids: list[int]
    """The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type."""


class ListNextDatesInput(ListNextDatesInputNeeded, total=False):
    professional_id: int
    """Only slots of this professional. By default, slots of all professionals."""
    timezone: str
    """The IANA name of a time zone. It changes only the offset of the date-times in the response. Dates are still in the time zone of the organization."""
    limit: int
    """The maximum number of dates to return."""


class AvailableDate(TypedDict):
    object: Literal["available_date"]
    date: str
    first_start: str
    slot_count: int
    """The number of distinct starts."""
    professional_ids: list[int]
    """The professionals who are free at one or more starts of the date."""
    professionals: list[MiniReference]


class ListClientsInput(TypedDict, total=False):
    q: str
    """Each word must be contained in the name, in the e-mail or, as digits, in the phone or the CPF. Case, accents, apostrophes and hyphens are ignored. Letters such as ø, ł and ß are read as plain ones. A Brazilian mobile number is found with and without its ninth digit. Of many words the ten longest different ones count."""
    phone: str
    """Only clients with this phone, written in any common way. Brazilian mobile numbers match with and without the ninth digit."""
    email: str
    cpf: str
    """Only the client with this CPF, written with or without punctuation."""
    metadata: dict[str, str | list[str]]
    """Only clients with this metadata, as `metadata[<key>]=<value>`. A client must match all the pairs that you send."""
    updated_since: str
    """Only records that changed at or after this moment, in the order of `updated_at`."""
    created_since: str
    """Only records that were created at or after this moment, in the order of `created_at`. If you also send `updated_since`, the order is by `updated_at`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class CreateClientInputNeeded(TypedDict):
    first_name: str


class CreateClientInput(CreateClientInputNeeded, total=False):
    last_name: str | None
    email: str | None
    """Stored without surrounding white space and in lower case."""
    phone: str | None
    """Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil."""
    cpf: str | None
    """With or without punctuation."""
    birth_date: str | None
    """Between 1900-01-01 and today."""
    metadata: dict[str, str | None] | None
    on_match: Literal["return", "update", "create"]
    """What to do if a client with the same CPF, phone or e-mail exists. `return`: nothing changes. `update`: fields that you send and that are not null overwrite the record, and metadata is merged. `create`: a client with the same phone or e-mail but another first name is another person, and a new client is created. With the same first name, or the same CPF, nothing changes."""


class UpdateClientInput(TypedDict, total=False):
    first_name: str
    last_name: str | None
    email: str | None
    """Stored without surrounding white space and in lower case."""
    phone: str | None
    """Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil."""
    cpf: str | None
    """With or without punctuation."""
    birth_date: str | None
    """Between 1900-01-01 and today."""
    metadata: dict[str, str | None] | None


class ListDepositsInput(TypedDict, total=False):
    from_: str
    """Only deposits created at or after this local date or date-time."""
    to: str
    """Only deposits created on or before this local date, or before this date-time."""
    appointment_id: int
    updated_since: str
    """Only records that changed at or after this moment, in the order of `updated_at`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""
    expand: list[str]
    """The fields to return as full records instead of references: client, appointment, queue_entry."""


class Deposit(TypedDict):
    object: Literal["deposit"]
    id: int
    status: Literal["PENDING", "PAID", "EXPIRED", "REFUNDED"]
    amount: str
    currency: Literal["BRL"]
    paid_amount: str | None
    refunded_amount: str
    """The amount refunded so far. It is `0.00` before a refund."""
    method: str
    """`PIX`: instant payment. `MANUAL`: the organization has no bank connected, so the team asks for the money and confirms it by hand. More may be added."""
    appointment_id: int | None
    """The appointment that the deposit is for. Exactly one of this field and `queue_entry_id` has a value."""
    queue_entry_id: int | None
    appointment: AppointmentBase | None
    """The appointment, if you send `expand=appointment`. Otherwise null."""
    queue_entry: QueueEntryBase | None
    """The queue entry, if you send `expand=queue_entry`. Otherwise null."""
    client_id: int
    client: Client | MiniReference
    payment_code: str | None
    """The payment code to copy and paste. Null unless the status is `PENDING`, and with `MANUAL`."""
    payment_url: str | None
    """The client's own page with the payment code. Null unless the status is `PENDING`, and with `MANUAL`."""
    expires_at: str
    paid_at: str | None
    expired_at: str | None
    refunded_at: str | None
    created_at: str
    updated_at: str


class GetDepositInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, appointment, queue_entry."""


class ListEventsInput(TypedDict, total=False):
    type: list[Literal["appointment.*", "client.*", "queue.*", "deposit.*", "service.*", "professional.*", "blocked_time.*", "messaging.*", "webhook.*", "appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled"]]
    """Only events of these types. Send a type such as `client.created`, a group such as `client.*`, or several of them separated by commas."""
    after: str
    """The id of the last event that you have seen, or the `last_event_id` of a response. The list starts right after this event."""
    since: str
    """Only events created at or after this moment."""
    latest: bool
    """If true, only the newest event, or none. With `type`, the newest event of these types among the last 10000 events. It cannot be combined with `after`, `since` or `cursor`."""
    order: Literal["oldest_first", "newest_first"]
    """With `newest_first`, the newest event comes first, and pages go back in time. It cannot be combined with `after`, `since` or `latest`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class EventType(TypedDict):
    object: Literal["event_type"]
    type: Literal["appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled"]
    description: str
    """When the event happens."""
    changed_fields: list[str] | None
    """The fields that `changes` of the event can name. Null if `changes` is always null."""
    sample: dict[str, Any]
    """A made-up event with every field of its record, as a webhook gets it."""


class ListHoldsInput(TypedDict, total=False):
    status: list[Literal["HELD", "BOOKED", "RELEASED", "EXPIRED"]]
    """Only holds with one of these statuses."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class Hold(TypedDict):
    object: Literal["hold"]
    id: int
    status: Literal["HELD", "BOOKED", "RELEASED", "EXPIRED"]
    """`HELD`: the time is kept. `BOOKED`: it became an appointment. `RELEASED`: the caller or the team gave it up. `EXPIRED`: it was not booked in time."""
    start: str
    end: str
    """The end of the last service, without buffers."""
    duration_minutes: int
    service_ids: list[int]
    """The services, in the order in which they are performed."""
    services: list[MiniReference]
    professional_id: int
    """Chosen when the hold is made."""
    professional: MiniReference
    price: str | None
    """What the appointment will cost: fixed when the hold is made. Null if no service has a price."""
    currency: Literal["BRL"]
    expires_at: str
    """Before this instant the hold can be booked, whatever else changes."""
    appointment_id: int | None
    """The appointment that it became. Null unless `BOOKED`."""
    created_at: str


class CreateHoldInputNeeded(TypedDict):
    service_ids: list[int]
    """The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type."""
    start: str


class CreateHoldInput(CreateHoldInputNeeded, total=False):
    professional_id: int | None
    """If null, any professional who is free, chosen now. If several are free, the one with the fewest appointments on that day."""
    minutes: int
    """How long the time is held."""
    holder: str | None
    """Your id of the visitor, such as a session. A new hold of the same visitor replaces the earlier one, at most 3 times an hour. Do not send personal data."""


class ListProfessionalsInput(TypedDict, total=False):
    service_id: int
    """Only professionals who perform this service."""
    include_inactive: bool
    """Whether to list professionals who left, too."""
    updated_since: str
    """Only records that changed at or after this moment, in the order of `updated_at`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""
    expand: list[str]
    """The fields to return as full records instead of references: services."""


class GetProfessionalInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: services."""


class CreateProfessionalInputNeeded(TypedDict):
    name: str


class CreateProfessionalInput(CreateProfessionalInputNeeded, total=False):
    email: str | None
    """Where the team is reached. It is not the login."""
    registry: str | None
    """The registration number at the professional council."""
    meeting_url: str | None
    """The online room: a URL that begins with `https://`. Null: there is none."""
    service_ids: list[int]
    """The active services that this professional performs."""


class UpdateProfessionalInputDecisionsItem(TypedDict):
    appointment_id: int
    action: Literal["keep", "move", "cancel"]


class UpdateProfessionalInput(TypedDict, total=False):
    name: str
    email: str | None
    """Where the team is reached. It is not the login."""
    registry: str | None
    """The registration number at the professional council."""
    meeting_url: str | None
    """The online room: a URL that begins with `https://`. Null: there is none."""
    service_ids: list[int]
    """The active services that this professional performs."""
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ProfessionalsUpdateAnswer(TypedDict):
    professional: Professional
    impact: Impact


class Impact(TypedDict):
    version: str
    total: int
    kept: int
    moved: int
    cancelled: int
    appointments: list[ImpactAppointmentsItem]
    holds: list[ImpactHoldsItem]


class ImpactAppointmentsItem(TypedDict):
    appointment: ImpactAppointmentsItemAppointment
    reason: Literal["service_not_offered", "professional_inactive", "professional_cannot_perform", "holiday", "outside_hours", "blocked", "over_capacity"]
    action: Literal["kept", "moved", "cancelled"]
    moved_to: MiniReference | None
    kept_because: str | None


class ImpactAppointmentsItemAppointment(TypedDict):
    id: int
    start: str
    professional: MiniReference
    client: MiniReference
    services: list[MiniReference]


class ImpactHoldsItem(TypedDict):
    hold: ImpactHoldsItemHold
    held_by: str
    reason: Literal["service_not_offered", "professional_inactive", "professional_cannot_perform", "holiday", "outside_hours", "blocked", "over_capacity"]
    action: Literal["kept", "released"]


class ImpactHoldsItemHold(TypedDict):
    id: int
    start: str
    professional: MiniReference
    services: list[MiniReference]
    expires_at: str


class DeactivateProfessionalInput(TypedDict, total=False):
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ProfessionalsDeactivateAnswer(TypedDict):
    professional: Professional
    impact: Impact
    unassigned_queue_entry_ids: list[int]


class ListQueueEntriesInput(TypedDict, total=False):
    professional_id: int
    """Only entries of this professional, and entries without a professional that this professional can serve."""
    date: str
    """The local day of arrival. The default is today, or every day if you send `updated_since`."""
    status: list[Literal["WAITING", "CALLED", "IN_SERVICE", "COMPLETED", "SKIPPED", "NO_SHOW", "CANCELLED"]]
    """Only entries with one of these statuses."""
    updated_since: str
    """Only records that changed at or after this moment, in the order of `updated_at`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class QueueEntry(TypedDict):
    object: Literal["queue_entry"]
    id: int
    status: Literal["WAITING", "CALLED", "IN_SERVICE", "COMPLETED", "SKIPPED", "NO_SHOW", "CANCELLED"]
    date: str
    """The local day of arrival."""
    professional_id: int | None
    """Null until a professional calls, if the client joined without one."""
    professional: Professional | MiniReference | None
    service_id: int
    service: Service | MiniReference
    client_id: int
    client: Client | MiniReference
    position: int | None
    """The position in the queue; 1 is next. Null unless the status is `WAITING`. Computed when it is read."""
    ahead_count: int | None
    """The number of entries that wait ahead of this one. Null unless the status is `WAITING`. Computed when it is read."""
    estimated_wait_minutes: int | None
    """In steps of 5. Null unless the status is `WAITING`. Computed when it is read."""
    call_count: int
    notes: str | None
    source: str
    """Where the client joined: `public_booking`, `dashboard`, `api`, `agent`. More may be added."""
    tracking_url: str | None
    """The client's own page in the queue."""
    deposit_id: int | None
    """The id of the latest deposit."""
    deposit: DepositBase | None
    """The deposit, if you send `expand=deposit`. Otherwise null."""
    cancellation_reason: str | None
    arrived_at: str
    """Decides the order of the queue. It stays the same when an entry is skipped."""
    called_at: str | None
    started_at: str | None
    completed_at: str | None
    skipped_at: str | None
    no_show_at: str | None
    cancelled_at: str | None
    created_at: str
    updated_at: str


class CreateQueueEntryInputNeeded(TypedDict):
    service_id: int
    """The service must be active and offered by the queue."""


class CreateQueueEntryInput(CreateQueueEntryInputNeeded, total=False):
    professional_id: int | None
    """If null, any professional who serves the queue."""
    client_id: int | None
    """Send exactly one of `client_id` and `client`. Null counts as not sent."""
    client: NewClientInput | None
    notes: str | None
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class GetQueueEntryInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class CallQueueEntryInput(TypedDict, total=False):
    professional_id: int | None
    """The professional who calls. If you leave it out, the professional of the entry. For an entry without a professional, the only one who is serving now."""
    place: str | None
    """The room or desk that is shown to the client. If you leave it out, the place of the previous call."""
    notify_client: bool
    """Whether to send the client a message with the link: by WhatsApp or e-mail, as the organization and the client can be reached."""
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class CompleteQueueEntryInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class SkipQueueEntryInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class CancelQueueEntryInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: client, professional, service, deposit."""


class ListRequestsInput(TypedDict, total=False):
    status: str
    """A status such as `404`, or all of a kind: `2xx`, `4xx`, `5xx`."""
    code: Literal["validation_error", "unauthorized", "forbidden_scope", "feature_not_enabled", "forbidden_overbook", "not_found", "method_not_allowed", "slot_unavailable", "min_advance_violation", "professional_cannot_perform_service", "appointment_not_editable", "action_not_allowed", "queue_closed", "deposit_required", "queue_entry_not_editable", "duplicate_request", "webhook_limit_reached", "webhook_inactive", "client_identifier_required", "template_invalid", "rate_limited", "internal_error", "api_disabled", "request_in_progress", "service_unavailable", "outcome_unknown"]
    """Only refusals with this `code`."""
    route: str
    """Only this route, such as `/v1/clients/{client_id}`."""
    since: str
    """Only requests at or after this local date or date-time."""
    api_key_id: str
    """Only requests of this key. A key sees its own requests alone."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class Request(TypedDict):
    object: Literal["request"]
    id: str
    """As in the header `X-Request-Id` of the answer."""
    received_at: str
    api_key_id: str
    api_key: RequestApiKey | None
    """Null if the key was deleted."""
    method: str
    route: str
    """The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`."""
    path_ids: dict[str, int | str | None]
    """The ids of the path. Null for a client who was erased."""
    status: int
    code: str | None
    """The `code` of the refusal."""
    faults: list[RequestFaultsItem]
    """As in `errors`. A name that you chose yourself is shown as `*`."""
    duration_ms: int
    replayed: bool
    """Whether the answer of an earlier request with this `Idempotency-Key` was sent."""
    times: int
    """How many requests this record stands for. Above 1 only for `429`: one record for each key and second."""


class RequestApiKey(TypedDict):
    id: str
    name: str


class RequestFaultsItem(TypedDict):
    field: str
    code: str


class RequestDetails(TypedDict):
    object: Literal["request"]
    id: str
    """As in the header `X-Request-Id` of the answer."""
    received_at: str
    api_key_id: str
    api_key: RequestApiKey | None
    """Null if the key was deleted."""
    method: str
    route: str
    """The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`."""
    path_ids: dict[str, int | str | None]
    """The ids of the path. Null for a client who was erased."""
    status: int
    code: str | None
    """The `code` of the refusal."""
    faults: list[RequestFaultsItem]
    """As in `errors`. A name that you chose yourself is shown as `*`."""
    duration_ms: int
    replayed: bool
    """Whether the answer of an earlier request with this `Idempotency-Key` was sent."""
    times: int
    """How many requests this record stands for. Above 1 only for `429`: one record for each key and second."""
    events: list[RequestDetailsEventsItem]
    """What it caused, at most 100 events."""
    events_truncated: bool
    """Whether it caused more events."""


class RequestDetailsEventsItem(TypedDict):
    id: str
    type: str
    created_at: str
    deliveries: list[Delivery] | None
    """The attempts to deliver it, newest first. Null for a key without the scope `webhooks:manage`."""


class Delivery(TypedDict):
    object: Literal["delivery"]
    id: str
    """New for every attempt. The same as the header `X-Service-Delivery-Id`."""
    webhook_id: str
    event_id: str
    event_type: str
    trigger: Literal["EVENT", "RETRY", "REDELIVERY", "TEST"]
    attempt: int
    max_attempts: int
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "DISCARDED"]
    response_status: int | None
    response_body: str | None
    """The first 1024 characters of the response. Your secrets are shown as `***`."""
    duration_ms: int | None
    error_code: Literal["timeout", "connect_timeout", "dns_error", "tls_error", "connection_error", "redirect_refused", "address_refused", "http_status", "template_error", "result_too_large"] | None
    """Why the attempt failed. More codes may be added."""
    error_message: str | None
    next_attempt_at: str | None
    """The time of the next attempt, for a failed attempt that will be retried."""
    attempted_at: str | None
    created_at: str


class GetScheduleHoursInput(TypedDict, total=False):
    from_: str
    """The first date. By default, today."""
    to: str
    """The last date, included. It needs `from`. By default, 366 days are shown."""


Schedule = TypedDict("Schedule", {
    "object": "Literal['schedule']",
    "from": "str",
    "to": "str",
    "time_zone": "str",
    "professionals": "list[ScheduleProfessionalsItem]",
    "holidays": "list[Holiday]",
    "blocked_times": "list[BlockedTime]",
    "blocked_times_total": "int",
    "busy_times": "list[ScheduleBusyTimesItem]",
    "busy_times_total": "int",
})


class ScheduleProfessionalsItem(TypedDict):
    professional: MiniReference
    week: list[WeekInterval]
    overrides: list[ScheduleProfessionalsItemOverridesItem]


class WeekInterval(TypedDict):
    weekday: int
    """0 is Sunday."""
    opens_minute: int
    """Minutes after local midnight."""
    closes_minute: int
    """The end, not included. A value at or before `opens_minute` is on the next day."""


class ScheduleProfessionalsItemOverridesItem(TypedDict):
    date: str
    intervals: list[DayInterval]


class DayInterval(TypedDict):
    opens_minute: int
    """Minutes after local midnight."""
    closes_minute: int
    """The end, not included. A value at or before `opens_minute` is on the next day."""


class Holiday(TypedDict):
    object: Literal["holiday"]
    date: str
    name: str


class ScheduleBusyTimesItem(TypedDict):
    object: Literal["busy_time"]
    professional_id: int
    professional: MiniReference
    start: str
    end: str


class SetScheduleWeekInputNeeded(TypedDict):
    intervals: list[WeekInterval]
    """None: the professional has no weekly hours."""


class SetScheduleWeekInput(SetScheduleWeekInputNeeded, total=False):
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ScheduleSetWeekAnswer(TypedDict):
    week: Week
    impact: Impact


class Week(TypedDict):
    object: Literal["week"]
    professional_id: int
    intervals: list[WeekInterval]


class SetScheduleDateInputNeeded(TypedDict):
    intervals: list[DayInterval]
    """None: closed on this date."""


class SetScheduleDateInput(SetScheduleDateInputNeeded, total=False):
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ScheduleSetDateAnswer(TypedDict):
    date_override: DateOverride
    impact: Impact


class DateOverride(TypedDict):
    object: Literal["date_override"]
    professional_id: int
    date: str
    intervals: list[DayInterval] | None


class ClearScheduleDateInput(TypedDict, total=False):
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ListScheduleHolidaysInput(TypedDict, total=False):
    from_: str
    """The first date."""
    to: str
    """The last date, included."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class AddScheduleHolidayInputNeeded(TypedDict):
    date: str
    name: str


class AddScheduleHolidayInput(AddScheduleHolidayInputNeeded, total=False):
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ScheduleAddHolidayAnswer(TypedDict):
    holiday: Holiday
    impact: Impact


class ScheduleRemoveHolidayAnswer(TypedDict):
    holiday: Holiday


class ListScheduleBlockedTimesInput(TypedDict, total=False):
    from_: str
    to: str
    professional_id: int
    """Only those of this professional, and those of all."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class CreateScheduleBlockedTimeInputNeeded(TypedDict):
    professional_id: int | None
    """Null: all professionals."""
    start: str
    """A date-time with an offset; with `all_day`, the first local date."""
    end: str
    """A date-time with an offset; with `all_day`, the last local date."""


class CreateScheduleBlockedTimeInput(CreateScheduleBlockedTimeInputNeeded, total=False):
    all_day: bool
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Of the blocked time, and of what is moved or cancelled for it."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ScheduleCreateBlockedTimeAnswer(TypedDict):
    blocked_time: BlockedTime
    impact: Impact


class ScheduleDeleteBlockedTimeAnswer(TypedDict):
    blocked_time: BlockedTime


class ListServicesInput(TypedDict, total=False):
    include_inactive: bool
    """Whether to list inactive services too."""
    specialty_id: int
    """Only services of this specialty."""
    booking_mode: Literal["SCHEDULED", "QUEUE"]
    updated_since: str
    """Only records that changed at or after this moment, in the order of `updated_at`."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""
    expand: list[str]
    """The fields to return as full records instead of references: professionals."""


class GetServiceInput(TypedDict, total=False):
    expand: list[str]
    """The fields to return as full records instead of references: professionals."""


class CreateServiceInputNeeded(TypedDict):
    name: str
    duration_minutes: int


class CreateServiceInput(CreateServiceInputNeeded, total=False):
    description: str | None
    specialty_id: int | None
    service_type: Literal["IN_PERSON", "TELEMEDICINE"]
    booking_mode: Literal["SCHEDULED", "QUEUE"]
    price: str | None
    color: str | None
    hidden_from_public_booking: bool
    max_capacity: int
    buffer_before_minutes: int
    buffer_after_minutes: int
    slot_interval_minutes: int
    min_advance_minutes: int | None
    """Null: the value of the organization applies."""
    max_advance_days: int | None
    """Null: the value of the organization applies."""
    meeting_url: str | None
    """The online room: a URL that begins with `https://`. Null: there is none."""
    requires_deposit: bool
    deposit_amount: str | None
    """Required with `requires_deposit`, and null without it."""
    professional_ids: list[int]


class UpdateServiceInput(TypedDict, total=False):
    name: str
    description: str | None
    specialty_id: int | None
    service_type: Literal["IN_PERSON", "TELEMEDICINE"]
    booking_mode: Literal["SCHEDULED", "QUEUE"]
    duration_minutes: int
    price: str | None
    color: str | None
    hidden_from_public_booking: bool
    max_capacity: int
    buffer_before_minutes: int
    buffer_after_minutes: int
    slot_interval_minutes: int
    min_advance_minutes: int | None
    """Null: the value of the organization applies."""
    max_advance_days: int | None
    """Null: the value of the organization applies."""
    requires_deposit: bool
    meeting_url: str | None
    """The online room: a URL that begins with `https://`. Null: there is none."""
    deposit_amount: str | None
    """Required with `requires_deposit`, and null without it."""
    professional_ids: list[int]
    is_active: Literal[True]
    """Offers the service again. `services.deactivate` takes it out of the offer."""
    appointments: Literal["keep", "move", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[UpdateProfessionalInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class ServicesUpdateAnswer(TypedDict):
    service: Service
    impact: Impact


class DeactivateServiceInputDecisionsItem(TypedDict):
    appointment_id: int
    action: Literal["keep", "cancel"]


class DeactivateServiceInput(TypedDict, total=False):
    appointments: Literal["keep", "cancel"]
    """What happens to the appointments that no longer fit."""
    decisions: list[DeactivateServiceInputDecisionsItem]
    """What happens to single appointments, in place of `appointments`."""
    holds: Literal["keep", "release"]
    """What happens to the holds that no longer fit. One that is kept can be booked until it expires."""
    reason: str | None
    """Stored as `cancellation_reason` of what is cancelled, and in the history of what is moved."""
    preview: bool
    """Whether to answer what would happen, and to change nothing."""
    version: str
    """The `version` of a preview. If something changed since, nothing happens."""


class TestClock(TypedDict):
    object: Literal["test_clock"]
    status: Literal["ready", "advancing"]
    """`advancing` while what becomes due on the way is being done; then `ready`."""
    now: str
    """The time of the organization."""
    ahead_seconds: int
    """How far the clock is ahead of the real time."""
    advancing_to: str | None
    """Where the clock is being moved to. Null when it is `ready`."""


class AdvanceTestClockInput(TypedDict, total=False):
    to: str
    """The time to move the clock to. Send it or `by_minutes`."""
    by_minutes: int
    """How many minutes to move the clock by. Send it or `to`."""


class ListSpecialtiesInput(TypedDict, total=False):
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class Specialty(TypedDict):
    object: Literal["specialty"]
    id: int
    name: str
    service_count: int
    """Services that belong to it, including those that are no longer offered."""


class CreateSpecialtyInput(TypedDict):
    name: str


class RenameSpecialtyInput(TypedDict):
    name: str


class ListWaitlistInput(TypedDict, total=False):
    status: list[Literal["UNCONFIRMED", "WAITING", "OFFERED", "BOOKED", "EXPIRED", "REMOVED"]]
    """Only wishes with one of these statuses. By default, those that have not ended and are confirmed."""
    client_id: int
    service_id: int
    professional_id: int
    """Only wishes for this professional, and those for any professional that this one can serve."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""
    expand: list[str]
    """The fields to return as full records instead of references: client."""


class WaitlistWish(TypedDict):
    object: Literal["waitlist_wish"]
    id: int
    status: Literal["UNCONFIRMED", "WAITING", "OFFERED", "BOOKED", "EXPIRED", "REMOVED"]
    client_id: int
    client: Client | MiniReference
    service_ids: list[int]
    services: list[MiniReference]
    professional_id: int | None
    professional: MiniReference | None
    from_date: str
    to_date: str
    weekdays: list[int]
    from_minute: int
    to_minute: int
    language: Literal["pt", "en"]
    source: str
    waits_since: str
    lapses: int
    offer: WaitlistWishOffer | None
    appointment_id: int | None
    ended_at: str | None
    created_at: str
    updated_at: str


class WaitlistWishOffer(TypedDict):
    start: str
    professional: MiniReference
    held_until: str
    outcome: Literal["OPEN", "BOOKED", "DECLINED", "LAPSED", "WITHDRAWN"]


class AddWaitlistInputNeeded(TypedDict):
    service_ids: list[int]
    """The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type."""
    from_date: str
    """The first local day."""
    to_date: str
    """The last local day. The wish ends with it."""


class AddWaitlistInput(AddWaitlistInputNeeded, total=False):
    professional_id: int | None
    """If null, any professional who performs the services."""
    weekdays: list[int]
    """Which of these days: 0 is Sunday. By default, every day."""
    from_minute: int
    """Minutes after midnight: the earliest start."""
    to_minute: int
    """Minutes after midnight. The appointment begins before it."""
    client_id: int | None
    """Send exactly one of `client_id` and `client`. Null counts as not sent."""
    client: NewClientInput | None
    language: Literal["pt", "en"]
    """Of the messages. By default, that of the organization."""


class OfferWaitlistInputNeeded(TypedDict):
    start: str


class OfferWaitlistInput(OfferWaitlistInputNeeded, total=False):
    professional_id: int | None
    """If null, any free professional of those that the client asked for."""


class ListWebhooksInput(TypedDict, total=False):
    url: str
    """Only webhooks with exactly this address. Send the whole address, for chat formats too. Use it to find out whether an address is already subscribed."""
    active: bool
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class Webhook(TypedDict):
    object: Literal["webhook"]
    id: str
    name: str
    url: str
    """For chat formats, only the scheme, the host and the last 4 characters are shown."""
    events: list[str]
    format: Literal["generic", "chat_format_1", "chat_format_2", "chat_format_3", "chat_format_4", "custom"]
    filters: WebhookFilters
    """An event must match one value of every list that is not empty. A filter that does not apply to an event is ignored for that event."""
    headers: dict[str, str]
    """Sent with every delivery. The values of credentials are shown as `***`."""
    template: WebhookTemplate | None
    secret_names: list[str]
    """The names of the `secrets`. Their values are never returned."""
    message_template: str | None
    show_full_personal_data: bool
    active: bool
    api_version: str
    """The version of the event format. It never changes."""
    secret: str | None
    """The signing secret. Only creating a webhook and rotating its secret return it. Always null for chat formats, which are not signed."""
    previous_secret_expires_at: str | None
    """Until this time, deliveries are also signed with a previous secret. If there are several, the time at which the last one expires."""
    disabled_reason: Literal["MANUAL", "ENDPOINT_GONE", "FAILING_7_DAYS", "PLATFORM_REFUSED"] | None
    disabled_at: str | None
    failing_since: str | None
    """The time of the first failed delivery since the last success."""
    last_delivery_at: str | None
    last_success_at: str | None
    created_at: str
    updated_at: str


class WebhookFilters(TypedDict):
    """An event must match one value of every list that is not empty. A filter that does not apply to an event is ignored for that event."""

    professional_ids: list[int]
    service_ids: list[int]
    statuses: list[str]
    types: list[str]
    sources: list[str]


class WebhookTemplate(TypedDict):
    method: Literal["POST", "PUT", "PATCH"]
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain"]
    body: str | dict[str, str]
    """One text or, for a form, an object with one template per field name."""
    headers: dict[str, str]
    query: dict[str, str]


class WebhookFiltersInput(TypedDict, total=False):
    professional_ids: list[int]
    """Only events of these professionals."""
    service_ids: list[int]
    """Only events of these services."""
    statuses: list[Literal["PENDING", "CONFIRMED", "COMPLETED", "NO_SHOW", "CANCELLED_CLIENT", "CANCELLED_PROFESSIONAL", "WAITING", "CALLED", "IN_SERVICE", "SKIPPED", "CANCELLED"]]
    """Only appointments and queue entries whose status after the event is one of these."""
    types: list[Literal["TELEMEDICINE", "IN_PERSON"]]
    """Only events about these types of service."""
    sources: list[Literal["public_booking", "dashboard", "recurrence", "api", "agent"]]
    """For `appointment.created`, only appointments that were booked in one of these ways."""


class WebhookTemplateInputNeeded(TypedDict):
    body: str | dict[str, str]
    """One text or, for a form, an object with one template per field name."""


class WebhookTemplateInput(WebhookTemplateInputNeeded, total=False):
    """A template has at most 16 KB. The values of `body`, `headers` and `query` are templates."""

    method: Literal["POST", "PUT", "PATCH"]
    content_type: Literal["application/json", "application/x-www-form-urlencoded", "text/plain"]
    headers: dict[str, str]
    query: dict[str, str]


class CreateWebhookInputNeeded(TypedDict):
    url: str
    """An `https` URL with a public domain and without credentials or a fragment. The port is 443, 8443, or 1024 or higher."""
    events: list[Literal["*", "appointment.*", "client.*", "queue.*", "deposit.*", "service.*", "professional.*", "blocked_time.*", "messaging.*", "webhook.*", "appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled"]]
    """Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later."""


class CreateWebhookInput(CreateWebhookInputNeeded, total=False):
    name: str | None
    """If you leave it out or send null, the host of the URL is used."""
    format: Literal["generic", "chat_format_1", "chat_format_2", "chat_format_3", "chat_format_4", "slack", "discord", "google_chat", "teams", "custom"]
    """`generic`: the event as signed JSON. `custom`: a request from your own template. The other formats are ready-made messages for a chat channel: `chat_format_1` or `slack`, `chat_format_2` or `discord`, `chat_format_3` or `google_chat`, `chat_format_4` or `teams`."""
    filters: WebhookFiltersInput
    headers: dict[str, str]
    """At most 10 headers, sent with every delivery. The values of `Authorization`, and of headers whose names contain `token`, `secret`, `key`, `auth`, `password` or `credential`, are never returned: `***` is shown instead."""
    template: WebhookTemplateInput | None
    """Required for the format `custom`, and refused for all others."""
    secrets: dict[str, str]
    """For the format `custom` only. At most 10 values for `secret_ref('<name>')`. They are never returned."""
    message_template: str | None
    """For chat formats only. A template of at most 2000 characters that replaces the title."""
    show_full_personal_data: bool
    """For chat formats only. Whether messages show the full name, phone and e-mail of clients."""
    secret: str | None
    """Your own signing secret: 16 to 128 characters without white space. If you leave it out or send null, a secret is generated."""
    active: bool
    api_version: Literal["2026-11-01"]
    """The version of the event format. It cannot be changed later."""


class UpdateWebhookInput(TypedDict, total=False):
    url: str
    """The new address is validated like the first one. For chat formats, the shortened form that the API shows leaves the address unchanged. Credentials are not carried over to a new address, even if only a part of it changes: send every secret and every credential header again, or remove it."""
    events: list[Literal["*", "appointment.*", "client.*", "queue.*", "deposit.*", "service.*", "professional.*", "blocked_time.*", "messaging.*", "webhook.*", "appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled"]]
    """Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later."""
    name: str | None
    """If you leave it out or send null, the host of the URL is used."""
    filters: WebhookFiltersInput
    headers: dict[str, str]
    """At most 10 headers, sent with every delivery. The values of `Authorization`, and of headers whose names contain `token`, `secret`, `key`, `auth`, `password` or `credential`, are never returned: `***` is shown instead."""
    template: WebhookTemplateInput | None
    """A template has at most 16 KB. The values of `body`, `headers` and `query` are templates."""
    secrets: dict[str, str | None]
    """Merged with the stored secrets; null deletes a secret. With a new `url`, send every stored secret again or delete it."""
    message_template: str | None
    """For chat formats only. A template of at most 2000 characters that replaces the title."""
    show_full_personal_data: bool
    """For chat formats only. Whether messages show the full name, phone and e-mail of clients."""
    active: bool
    """True also clears `disabled_reason` and `failing_since`. False discards waiting deliveries."""


class RotateWebhookSecretInput(TypedDict, total=False):
    secret: str | None
    """Your own signing secret: 16 to 128 characters without white space. If you leave it out or send null, a secret is generated."""
    revoke_previous: bool
    """If true, all previous secrets stop signing at once. Use it after a leak. The number of previous secrets does not limit such a rotation."""


class TestWebhookInput(TypedDict, total=False):
    event_type: Literal["appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled", "ping"]
    """The type of event to send: `ping`, or another type as a sample with a made-up record."""


class ListWebhookDeliveriesInput(TypedDict, total=False):
    status: list[Literal["PENDING", "SUCCEEDED", "FAILED", "DISCARDED", "UNDELIVERED"]]
    """One or several statuses. `UNDELIVERED` lists the latest attempt for each event, if that attempt did not succeed."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class ListAllDeliveriesInput(TypedDict, total=False):
    webhook_id: str
    """Only those of this webhook."""
    status: list[Literal["PENDING", "SUCCEEDED", "FAILED", "DISCARDED", "UNDELIVERED"]]
    """One or several statuses. `UNDELIVERED` lists the latest attempt for each event, if that attempt did not succeed."""
    event_type: Literal["appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled", "ping"]
    event_id: str
    """Only attempts at this event."""
    from_: str
    """Only attempts that were listed at or after this local date or date-time."""
    to: str
    """Only attempts that were listed on or before this local date, or before this date-time."""
    limit: int
    """The maximum number of records per page."""
    cursor: str
    """The `next_cursor` of the previous page. Keep all other parameters unchanged."""


class DeliveryDetails(TypedDict):
    object: Literal["delivery_details"]
    delivery: Delivery
    attempts: list[Delivery]
    """The attempts of this webhook at this event, newest first, at most as many as a page has."""
    event: WebhookEvent | None
    """In the version of the webhook. Null for a test, whose event is not kept, and once the event is too old."""
    request: DeliveryDetailsRequest | None
    """Null without an event, and if the template fails on it."""
    request_error: DeliveryDetailsRequestError | None
    """Why there would be no request."""


class DeliveryDetailsRequest(TypedDict):
    method: str
    url: str
    headers: dict[str, str]
    body: str


class DeliveryDetailsRequestError(TypedDict):
    code: str
    message: str


class PreviewWebhookInput(TypedDict, total=False):
    format: Literal["generic", "chat_format_1", "chat_format_2", "chat_format_3", "chat_format_4", "slack", "discord", "google_chat", "teams", "custom"]
    """`generic`: the event as signed JSON. `custom`: a request from your own template. The other formats are ready-made messages for a chat channel: `chat_format_1` or `slack`, `chat_format_2` or `discord`, `chat_format_3` or `google_chat`, `chat_format_4` or `teams`."""
    event_type: Literal["appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled", "ping"]
    template: WebhookTemplateInput | None
    """A template has at most 16 KB. The values of `body`, `headers` and `query` are templates."""
    events: list[Literal["*", "appointment.*", "client.*", "queue.*", "deposit.*", "service.*", "professional.*", "blocked_time.*", "messaging.*", "webhook.*", "appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.confirmed", "appointment.cancelled", "appointment.completed", "appointment.no_show", "appointment.deleted", "appointment.reminder_sent", "client.created", "client.updated", "client.first_appointment", "client.merged", "queue.entry.created", "queue.entry.updated", "queue.entry.called", "queue.entry.in_service", "queue.entry.completed", "queue.entry.skipped", "queue.entry.no_show", "queue.entry.cancelled", "deposit.created", "deposit.paid", "deposit.expired", "deposit.refunded", "service.created", "service.updated", "service.deactivated", "professional.created", "professional.updated", "professional.deactivated", "blocked_time.created", "blocked_time.deleted", "messaging.message.received", "messaging.message.sent", "messaging.message.failed", "messaging.connection.updated", "webhook.failing", "webhook.disabled"]]
    """Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later."""
    secret_names: list[str]
    message_template: str | None
    """For chat formats only. A template of at most 2000 characters that replaces the title."""
    show_full_personal_data: bool


class WebhooksPreviewAnswer(TypedDict):
    object: Literal["webhook_preview"]
    kind: Literal["request"]
    method: str
    content_type: str
    body: str
    headers: dict[str, str]
    query: dict[str, str]


class WebhooksPreviewAnswer1(TypedDict):
    object: Literal["webhook_preview"]
    kind: Literal["message"]
    title: str
    fields: list[WebhooksPreviewAnswer1FieldsItem]
    text: str


class WebhooksPreviewAnswer1FieldsItem(TypedDict):
    label: str
    value: str


class GetWebhookStatisticsInput(TypedDict, total=False):
    hours: int
    """How many hours to look back."""


class WebhookStatistics(TypedDict):
    object: Literal["webhook_statistics"]
    since: str
    attempts: int
    succeeded: int
    failed: int
    success_rate: float | None
    """0 to 1. Null without attempts."""
    p50_ms: int | None
    p95_ms: int | None
    waiting: int
    """Deliveries that wait for an attempt now."""
    by_hour: list[WebhookStatisticsByHourItem]


WebhookStatisticsByHourItem = TypedDict("WebhookStatisticsByHourItem", {
    "from": "str",
    "attempts": "int",
    "succeeded": "int",
    "failed": "int",
    "success_rate": "float | None",
    "p50_ms": "int | None",
    "p95_ms": "int | None",
})


class RecoverWebhookInputNeeded(TypedDict):
    since: str
    """Events before this time are left out. At most 30 days ago."""


class RecoverWebhookInput(RecoverWebhookInputNeeded, total=False):
    position: int
    """The `position` of the answer before. Leave it out in the first call."""


class WebhookRecovery(TypedDict):
    object: Literal["webhook_recovery"]
    queued: int
    """How many events of this page are sent again."""
    looked_at: int
    """How many events this page has."""
    position: int
    """The place in the feed up to which everything was looked at."""
    last_position: int
    """The last place of the feed."""
    is_done: bool
