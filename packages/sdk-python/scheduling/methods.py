# Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .calls import CallOptions, Methods, Page, Row, Send

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import records as r


class Account(Methods):
    """The organization that a key belongs to: its time zone, plan and features."""

    def get(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.Organization:
        """Get the organization of the key: `GET /v1/me`.

        Use this route to check a key. It shows the organization of the key, what the key can do, and which features are on.

        Needs any key.
        """
        return self._send(Row("GET", "/me"), [], fields, None, options)  # type: ignore


class Appointments(Methods):
    """Bookings of clients with professionals. Change notes and metadata with `PATCH`, and everything else with actions."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListAppointmentsInput],
    ) -> Page[r.Appointment]:
        """List appointments: `GET /v1/appointments`.

        Lists appointments in the order of their start, including cancelled ones. An appointment is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. Renaming a client or a service does not change the `updated_at` of its appointments.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/appointments", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateAppointmentInput],
    ) -> r.Appointment:
        """Create an appointment: `POST /v1/appointments`.

        Books an appointment at a start time. The slots route does not have to list this start, but the start must satisfy the same rules. An identical appointment (client, start, services and, if sent, professional) made less than 10 minutes ago is returned with 200 and nothing changes.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `client_identifier_required`, `forbidden_overbook`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        appointment_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetAppointmentInput],
    ) -> r.Appointment:
        """Get an appointment: `GET /v1/appointments/{appointment_id}`.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/appointments/{appointment_id}"), [appointment_id], fields, None, options)  # type: ignore

    def update(
        self,
        appointment_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateAppointmentInput],
    ) -> r.Appointment:
        """Change an appointment's notes or metadata: `PATCH /v1/appointments/{appointment_id}`.

        A field that you leave out stays the same, and null clears a field. Metadata is merged key by key and can be changed in every status. Date, professional and status can be changed only by actions.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`
        """
        return self._send(Row("PATCH", "/appointments/{appointment_id}"), [appointment_id], fields, None, options)  # type: ignore

    def reschedule(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.RescheduleAppointmentInput],
    ) -> r.Appointment:
        """Reschedule an appointment: `POST /v1/appointments/{appointment_id}/reschedule`.

        Moves the appointment to another start, another professional, or both. Its id, status, price, services and duration stay the same. The time that the appointment itself occupies counts as free. Notice and booking horizon apply only to a new start: it is never too late to change the professional alone. If start and professional stay the same, nothing changes.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/reschedule", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def cancel(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CancelAppointmentInput],
    ) -> r.Appointment:
        """Cancel an appointment: `POST /v1/appointments/{appointment_id}/cancel`.

        The time becomes free again, and the status becomes `CANCELLED_PROFESSIONAL`, or `CANCELLED_CLIENT` with `cancelled_by: client`. An unpaid deposit is withdrawn. An API key cannot take a cancellation back; the team can, in the dashboard.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/cancel", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def confirm(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.ConfirmAppointmentInput],
    ) -> r.Appointment:
        """Confirm an appointment: `POST /v1/appointments/{appointment_id}/confirm`.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/confirm", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def arrive(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.ArriveAppointmentInput],
    ) -> r.Appointment:
        """Record that the client arrived: `POST /v1/appointments/{appointment_id}/arrive`.

        Sets `arrived_at` to this moment. If the client has arrived already, nothing changes. A move clears it.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/arrive", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def start(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.StartAppointmentInput],
    ) -> r.Appointment:
        """Record that the visit began: `POST /v1/appointments/{appointment_id}/start`.

        Sets `started_at` to this moment, and `arrived_at` if it is missing. An appointment that is `PENDING` is confirmed first. If the visit has begun already, nothing changes. A move clears both.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/start", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def complete(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CompleteAppointmentInput],
    ) -> r.Appointment:
        """Complete an appointment: `POST /v1/appointments/{appointment_id}/complete`.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/complete", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def no_show(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.MarkAppointmentNoShowInput],
    ) -> r.Appointment:
        """Record that the client did not attend: `POST /v1/appointments/{appointment_id}/no-show`.

        The time becomes free again. A no-show can be recorded at any time, unless the organization has the rule `no_show_only_after_start`.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/no-show", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def mark_invoiced(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.MarkAppointmentInvoicedInput],
    ) -> r.Appointment:
        """Mark an invoice as issued: `POST /v1/appointments/{appointment_id}/invoice`.

        Sets `invoice_issued`, or takes it back. Once an invoice was issued, only metadata can be changed. A mark that an API key set can be taken back by that key or in the dashboard; a mark that was set in the dashboard, only there.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/invoice", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def set_meeting_url(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.SetAppointmentMeetingUrlInput],
    ) -> r.Appointment:
        """Set the online room: `POST /v1/appointments/{appointment_id}/meeting-url`.

        Sets `meeting_url` of a telemedicine appointment, or clears it. The client sees it once the appointment is confirmed, and is told when it changes after that. From then on it stays as it is, also when another professional takes the appointment over.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`

        Needed: `meeting_url`.
        """
        return self._send(Row("POST", "/appointments/{appointment_id}/meeting-url", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore


class Availability(Methods):
    """Free slots, and the next dates that have free slots. These routes have their own rate limit."""

    def slots(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListSlotsInput],
    ) -> Page[r.Slot]:
        """List free slots: `GET /v1/availability/slots`.

        Lists one entry for each start and each professional who is free then, ordered by start and then by professional. An entry does not reserve the time. Dates are in the time zone of the organization. Send `date` for one day, `from` for 7 days, or `from` and `to` for at most 31 days. Without dates, the list has the slots of today. The list has one page.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `professional_cannot_perform_service`

        Needed: `service_ids`.
        """
        return self._send(Row("GET", "/availability/slots", is_list=True), [], fields, None, options)  # type: ignore

    def next_dates(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListNextDatesInput],
    ) -> Page[r.AvailableDate]:
        """List the next dates with free slots: `GET /v1/availability/next-dates`.

        Lists dates from today on, at most 180 days ahead and within the booking horizon. The list has one page.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `professional_cannot_perform_service`

        Needed: `service_ids`.
        """
        return self._send(Row("GET", "/availability/next-dates", is_list=True), [], fields, None, options)  # type: ignore


class Clients(Methods):
    """The people who book. A known client is recognized by CPF, phone or e-mail."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListClientsInput],
    ) -> Page[r.Client]:
        """List clients: `GET /v1/clients`.

        A client is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/clients", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateClientInput],
    ) -> r.Client:
        """Create a client: `POST /v1/clients`.

        Creates a client, unless a client with the same CPF, phone or e-mail exists. In that case the existing client is returned, and with `on_match: update` it is updated with the data that you send. With `on_match: create` a phone or an e-mail counts only together with the first name, since families share them. CPF is compared before phone, and phone before e-mail. Of several clients with one phone or e-mail, the one with the same first name is meant, or else the one with the lowest id. Brazilian mobile numbers match with and without the ninth digit.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `client_identifier_required`, `duplicate_request`, `request_in_progress`

        Needed: `first_name`.
        """
        return self._send(Row("POST", "/clients", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        client_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.Client:
        """Get a client: `GET /v1/clients/{client_id}`.

        A client that was merged into another one answers 404, and `detail` names the client that remains.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/clients/{client_id}"), [client_id], fields, None, options)  # type: ignore

    def update(
        self,
        client_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateClientInput],
    ) -> r.Client:
        """Update a client: `PATCH /v1/clients/{client_id}`.

        A field that you leave out stays the same, and null clears a field. Metadata is merged, and a key with null is deleted. Several clients can have the same phone or e-mail, but not the same CPF. If the organization requires an identifier, the last one cannot be cleared.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `client_identifier_required`
        """
        return self._send(Row("PATCH", "/clients/{client_id}"), [client_id], fields, None, options)  # type: ignore


class Deposits(Methods):
    """Payments in advance, by instant payment: they can be read, and change in the dashboard alone."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListDepositsInput],
    ) -> Page[r.Deposit]:
        """List deposits: `GET /v1/deposits`.

        Lists deposits, oldest first. A deposit is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/deposits", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        deposit_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetDepositInput],
    ) -> r.Deposit:
        """Get a deposit: `GET /v1/deposits/{deposit_id}`.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/deposits/{deposit_id}"), [deposit_id], fields, None, options)  # type: ignore


class Events(Methods):
    """What happened in the last 30 days, in the order in which the changes were committed."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListEventsInput],
    ) -> Page[r.WebhookEvent]:
        """List events: `GET /v1/events`.

        Lists events of the last 30 days in the order of their `sequence`, which has no gaps. To poll, send the `last_event_id` of the last response as `after`. To start from now on, get your first `last_event_id` with `latest=true`. One request reads at most 10000 events. So with `type` or `since`, a page can have fewer events than `limit`, or none, while `has_more` is true.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/events", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        event_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.WebhookEvent:
        """Get an event: `GET /v1/events/{event_id}`.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/events/{event_id}"), [event_id], fields, None, options)  # type: ignore

    def list_types(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Page[r.EventType]:
        """List event types: `GET /v1/event-types`.

        Lists every event type with a sample, in the order of the catalogue and on one page, so that you can build a receiver before the first event. The key needs the scope `read` or `webhooks:manage`.

        Needs any key.
        """
        return self._send(Row("GET", "/event-types", is_list=True), [], fields, None, options)  # type: ignore


class Holds(Methods):
    """Times that are kept for some minutes before they are booked, while a person fills in a form or pays."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListHoldsInput],
    ) -> Page[r.Hold]:
        """List holds: `GET /v1/holds`.

        Lists the holds of the organization, newest first. They are kept for 30 days.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/holds", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateHoldInput],
    ) -> r.Hold:
        """Hold a time: `POST /v1/holds`.

        Keeps a start for some minutes, while a person fills in a form or pays. It cannot be booked by another caller meanwhile. The professional, the price, the duration and the buffers are fixed now. Book it with `hold_id`.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`

        Needed: `service_ids`, `start`.
        """
        return self._send(Row("POST", "/holds", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        hold_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.Hold:
        """Get a hold: `GET /v1/holds/{hold_id}`.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/holds/{hold_id}"), [hold_id], fields, None, options)  # type: ignore

    def release(
        self,
        hold_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> None:
        """Release a hold: `DELETE /v1/holds/{hold_id}`.

        Gives the time back. A hold that was released or has expired stays as it is, and the answer is the same.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`
        """
        return self._send(Row("DELETE", "/holds/{hold_id}"), [hold_id], fields, None, options)  # type: ignore


class Professionals(Methods):
    """The owner and the collaborators who perform services."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListProfessionalsInput],
    ) -> Page[r.Professional]:
        """List professionals: `GET /v1/professionals`.

        Lists the owner and the active collaborators, ordered by id. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. A professional who left is listed with `include_inactive=true` only; the event `professional.deactivated` reports it.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/professionals", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetProfessionalInput],
    ) -> r.Professional:
        """Get a professional: `GET /v1/professionals/{professional_id}`.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/professionals/{professional_id}"), [professional_id], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateProfessionalInput],
    ) -> r.Professional:
        """Create a professional: `POST /v1/professionals`.

        A new member of the team, without a login: the owner invites people in the dashboard.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `duplicate_request`, `request_in_progress`

        Needed: `name`.
        """
        return self._send(Row("POST", "/professionals", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def update(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateProfessionalInput],
    ) -> r.ProfessionalsUpdateAnswer:
        """Update a professional: `PATCH /v1/professionals/{professional_id}`.

        Appointments with a service that the professional no longer performs no longer fit. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`
        """
        return self._send(Row("PATCH", "/professionals/{professional_id}"), [professional_id], fields, None, options)  # type: ignore

    def deactivate(
        self,
        professional_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.DeactivateProfessionalInput],
    ) -> r.ProfessionalsDeactivateAnswer:
        """Deactivate a professional: `POST /v1/professionals/{professional_id}/deactivate`.

        Nothing can be booked with the professional any more, and the login ends at once. A key cannot deactivate an owner. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/professionals/{professional_id}/deactivate", idempotent=True), [professional_id], fields, idempotency_key, options)  # type: ignore

    def reactivate(
        self,
        professional_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.Professional:
        """Reactivate a professional: `POST /v1/professionals/{professional_id}/reactivate`.

        The professional comes back with the same hours and services. A login does not come back: the owner invites the person again.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/professionals/{professional_id}/reactivate", idempotent=True), [professional_id], fields, idempotency_key, options)  # type: ignore


class Queue(Methods):
    """Walk-in queues of the day. Every route requires the feature `online_queue`. Without it, the answer is `403 feature_not_enabled`."""

    def list_entries(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListQueueEntriesInput],
    ) -> Page[r.QueueEntry]:
        """List queue entries: `GET /v1/queue/entries`.

        Lists the entries of one day in the order of arrival, including entries that have ended. An entry is listed if it matches all filters. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. Positions and waiting times are computed when they are read, and do not change `updated_at`.

        Needs a key with the scope `read`, and the feature `online_queue`.
        """
        return self._send(Row("GET", "/queue/entries", is_list=True), [], fields, None, options)  # type: ignore

    def create_entry(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateQueueEntryInput],
    ) -> r.QueueEntry:
        """Add a client to today's queue: `POST /v1/queue/entries`.

        The client joins at the end of the queue. A client who is already in a queue of the organization today is not added again: the existing entry is returned with 200, and nothing changes.

        Needs a key with the scope `write`, and the feature `online_queue`.

        Raises `SchedulingError` with `client_identifier_required`, `deposit_required`, `professional_cannot_perform_service`, `queue_closed`, `duplicate_request`, `request_in_progress`

        Needed: `service_id`.
        """
        return self._send(Row("POST", "/queue/entries", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetQueueEntryInput],
    ) -> r.QueueEntry:
        """Get a queue entry: `GET /v1/queue/entries/{entry_id}`.

        Needs a key with the scope `read`, and the feature `online_queue`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/queue/entries/{entry_id}"), [entry_id], fields, None, options)  # type: ignore

    def call_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.CallQueueEntryInput],
    ) -> r.QueueEntry:
        """Call a client: `POST /v1/queue/entries/{entry_id}/call`.

        Calls a waiting or skipped entry. The same professional can call again: `call_count` goes up and the time to answer starts again. If the client does not answer a call in time, the entry becomes `NO_SHOW`.

        Needs a key with the scope `write`, and the feature `online_queue`.

        Raises `SchedulingError` with `not_found`, `queue_entry_not_editable`, `professional_cannot_perform_service`
        """
        return self._send(Row("POST", "/queue/entries/{entry_id}/call"), [entry_id], fields, None, options)  # type: ignore

    def complete_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.CompleteQueueEntryInput],
    ) -> r.QueueEntry:
        """Complete a queue entry: `POST /v1/queue/entries/{entry_id}/complete`.

        The client was served. This action also completes a service that began on an earlier day.

        Needs a key with the scope `write`, and the feature `online_queue`.

        Raises `SchedulingError` with `not_found`, `queue_entry_not_editable`
        """
        return self._send(Row("POST", "/queue/entries/{entry_id}/complete"), [entry_id], fields, None, options)  # type: ignore

    def skip_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.SkipQueueEntryInput],
    ) -> r.QueueEntry:
        """Skip a client: `POST /v1/queue/entries/{entry_id}/skip`.

        Use this action when a client is absent or lets others go first. The entry keeps its `arrived_at`, and can be called again.

        Needs a key with the scope `write`, and the feature `online_queue`.

        Raises `SchedulingError` with `not_found`, `queue_entry_not_editable`
        """
        return self._send(Row("POST", "/queue/entries/{entry_id}/skip"), [entry_id], fields, None, options)  # type: ignore

    def cancel_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.CancelQueueEntryInput],
    ) -> r.QueueEntry:
        """Cancel a queue entry: `POST /v1/queue/entries/{entry_id}/cancel`.

        The client leaves the queue. An unpaid deposit is withdrawn. A cancellation cannot be undone.

        Needs a key with the scope `write`, and the feature `online_queue`.

        Raises `SchedulingError` with `not_found`, `queue_entry_not_editable`
        """
        return self._send(Row("POST", "/queue/entries/{entry_id}/cancel"), [entry_id], fields, None, options)  # type: ignore


class Requests(Methods):
    """What your key asked in the last 7 days, what became of it, and what it caused."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListRequestsInput],
    ) -> Page[r.Request]:
        """List requests: `GET /v1/requests`.

        Lists the requests of this key in the last 7 days, newest first. A request is listed a moment after its answer. Reads of this log are not in it.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/requests", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        request_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.RequestDetails:
        """Get a request: `GET /v1/requests/{request_id}`.

        One request of this key, with the events that it caused and, for a key with `webhooks:manage`, their deliveries.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/requests/{request_id}"), [request_id], fields, None, options)  # type: ignore


class Schedule(Methods):
    """When professionals work: each week, and on single dates."""

    def get_hours(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetScheduleHoursInput],
    ) -> r.Schedule:
        """Get the hours of a professional: `GET /v1/professionals/{professional_id}/hours`.

        The weekly hours, and what changes them from `from` to `to`: hours of single dates, holidays, blocked times, and busy times of calendars elsewhere.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/professionals/{professional_id}/hours"), [professional_id], fields, None, options)  # type: ignore

    def set_week(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.SetScheduleWeekInput],
    ) -> r.ScheduleSetWeekAnswer:
        """Set the weekly hours: `PUT /v1/professionals/{professional_id}/hours`.

        All intervals of the week are replaced. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`

        Needed: `intervals`.
        """
        return self._send(Row("PUT", "/professionals/{professional_id}/hours"), [professional_id], fields, None, options)  # type: ignore

    def set_date(
        self,
        professional_id: int,
        date: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.SetScheduleDateInput],
    ) -> r.ScheduleSetDateAnswer:
        """Set the hours of a date: `PUT /v1/professionals/{professional_id}/hours/{date}`.

        The hours of this date replace those of its weekday. They also count on a holiday. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`

        Needed: `intervals`.
        """
        return self._send(Row("PUT", "/professionals/{professional_id}/hours/{date}"), [professional_id, date], fields, None, options)  # type: ignore

    def clear_date(
        self,
        professional_id: int,
        date: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ClearScheduleDateInput],
    ) -> r.ScheduleSetDateAnswer:
        """Clear the hours of a date: `DELETE /v1/professionals/{professional_id}/hours/{date}`.

        The date follows the week, and the holidays, again. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`
        """
        return self._send(Row("DELETE", "/professionals/{professional_id}/hours/{date}"), [professional_id, date], fields, None, options)  # type: ignore

    def list_holidays(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListScheduleHolidaysInput],
    ) -> Page[r.Holiday]:
        """List holidays: `GET /v1/holidays`.

        Lists the holidays of the organization, ordered by date.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/holidays", is_list=True), [], fields, None, options)  # type: ignore

    def add_holiday(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.AddScheduleHolidayInput],
    ) -> r.ScheduleAddHolidayAnswer:
        """Create a holiday: `POST /v1/holidays`.

        Nothing can be booked on this date, except with professionals who have hours of their own for it. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `action_not_allowed`, `duplicate_request`, `request_in_progress`

        Needed: `date`, `name`.
        """
        return self._send(Row("POST", "/holidays", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def remove_holiday(
        self,
        date: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.ScheduleRemoveHolidayAnswer:
        """Delete a holiday: `DELETE /v1/holidays/{date}`.

        The date follows the weekly hours again.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("DELETE", "/holidays/{date}"), [date], fields, None, options)  # type: ignore

    def list_blocked_times(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListScheduleBlockedTimesInput],
    ) -> Page[r.BlockedTime]:
        """List blocked times: `GET /v1/blocked-times`.

        Lists blocked times, ordered by `start` and `id`. With `from` and `to`, those that overlap them.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/blocked-times", is_list=True), [], fields, None, options)  # type: ignore

    def create_blocked_time(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateScheduleBlockedTimeInput],
    ) -> r.ScheduleCreateBlockedTimeAnswer:
        """Create a blocked time: `POST /v1/blocked-times`.

        Nothing can be booked in it, with one professional or with all. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `action_not_allowed`, `duplicate_request`, `request_in_progress`

        Needed: `professional_id`, `start`, `end`.
        """
        return self._send(Row("POST", "/blocked-times", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def delete_blocked_time(
        self,
        blocked_time_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.ScheduleDeleteBlockedTimeAnswer:
        """Delete a blocked time: `DELETE /v1/blocked-times/{blocked_time_id}`.

        The time is free again.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("DELETE", "/blocked-times/{blocked_time_id}"), [blocked_time_id], fields, None, options)  # type: ignore


class Services(Methods):
    """What clients can book or queue for, and the rules for its slots."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListServicesInput],
    ) -> Page[r.Service]:
        """List services: `GET /v1/services`.

        Lists active services, ordered by id. For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost. Send `include_inactive=true` to include the services that are no longer offered.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/services", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        service_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetServiceInput],
    ) -> r.Service:
        """Get a service: `GET /v1/services/{service_id}`.

        Returns inactive services too; see `is_active`.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/services/{service_id}"), [service_id], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateServiceInput],
    ) -> r.Service:
        """Create a service: `POST /v1/services`.

        A new service, which is offered at once.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `duplicate_request`, `request_in_progress`

        Needed: `name`, `duration_minutes`.
        """
        return self._send(Row("POST", "/services", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def update(
        self,
        service_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateServiceInput],
    ) -> r.ServicesUpdateAnswer:
        """Update a service: `PATCH /v1/services/{service_id}`.

        What is booked keeps its duration, buffers, price and type. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`
        """
        return self._send(Row("PATCH", "/services/{service_id}"), [service_id], fields, None, options)  # type: ignore

    def deactivate(
        self,
        service_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.DeactivateServiceInput],
    ) -> r.ServicesUpdateAnswer:
        """Deactivate a service: `POST /v1/services/{service_id}/deactivate`.

        The service can no longer be booked. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too. They cannot be moved: no other professional offers the service.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/services/{service_id}/deactivate", idempotent=True), [service_id], fields, idempotency_key, options)  # type: ignore


class TestClock(Methods):
    """The time of a test organization, which can be moved forward: what would happen in an hour, a day or a year then happens in seconds. Live organizations have none."""

    def get(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.TestClock:
        """Get the test clock: `GET /v1/test-clock`.

        Tells the time of a test organization, and whether its clock is being moved. A live organization answers 404.

        Needs a key with the scope `read`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/test-clock"), [], fields, None, options)  # type: ignore

    def advance(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.AdvanceTestClockInput],
    ) -> r.TestClock:
        """Advance the test clock: `POST /v1/test-clock/advance`.

        Begins to move the clock of a test organization forward. What becomes due on the way is done in order, each thing at its own time. `GET /v1/test-clock` says when the clock is there. A live organization answers 404.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/test-clock/advance", idempotent=True), [], fields, idempotency_key, options)  # type: ignore


class Specialties(Methods):
    """Groups of services, with a name."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListSpecialtiesInput],
    ) -> Page[r.Specialty]:
        """List specialties: `GET /v1/specialties`.

        Lists specialties, ordered by id.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/specialties", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateSpecialtyInput],
    ) -> r.Specialty:
        """Create a specialty: `POST /v1/specialties`.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `action_not_allowed`, `duplicate_request`, `request_in_progress`

        Needed: `name`.
        """
        return self._send(Row("POST", "/specialties", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def rename(
        self,
        specialty_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.RenameSpecialtyInput],
    ) -> r.Specialty:
        """Rename a specialty: `PATCH /v1/specialties/{specialty_id}`.

        Services show the new name. Their `updated_at` does not change.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`

        Needed: `name`.
        """
        return self._send(Row("PATCH", "/specialties/{specialty_id}"), [specialty_id], fields, None, options)  # type: ignore

    def delete(
        self,
        specialty_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> None:
        """Delete a specialty: `DELETE /v1/specialties/{specialty_id}`.

        Only a specialty to which no service belongs can be deleted.

        Needs a key with the scope `setup`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`
        """
        return self._send(Row("DELETE", "/specialties/{specialty_id}"), [specialty_id], fields, None, options)  # type: ignore


class Waitlist(Methods):
    """Clients who wait for a time. When one that fits becomes free, it is held and offered to them."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListWaitlistInput],
    ) -> Page[r.WaitlistWish]:
        """List waitlist entries: `GET /v1/waitlist/entries`.

        Lists who waits. Those who wait longest come first.

        Needs a key with the scope `read`.
        """
        return self._send(Row("GET", "/waitlist/entries", is_list=True), [], fields, None, options)  # type: ignore

    def add(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.AddWaitlistInput],
    ) -> r.WaitlistWish:
        """Create a waitlist entry: `POST /v1/waitlist/entries`.

        Adds what a client waits for. When time that fits becomes free, the client who has waited longest is offered it.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `action_not_allowed`, `client_identifier_required`, `duplicate_request`, `request_in_progress`

        Needed: `service_ids`, `from_date`, `to_date`.
        """
        return self._send(Row("POST", "/waitlist/entries", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def offer(
        self,
        entry_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.OfferWaitlistInput],
    ) -> r.WaitlistWish:
        """Offer a time: `POST /v1/waitlist/entries/{entry_id}/offer`.

        Holds a start for an entry that waits, and tells the client, whatever days and hours were asked for.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`

        Needed: `start`.
        """
        return self._send(Row("POST", "/waitlist/entries/{entry_id}/offer", idempotent=True), [entry_id], fields, idempotency_key, options)  # type: ignore

    def remove(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.WaitlistWish:
        """Remove a waitlist entry: `DELETE /v1/waitlist/entries/{entry_id}`.

        Takes it off the waitlist, with its offer. One that has ended stays as it is.

        Needs a key with the scope `write`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("DELETE", "/waitlist/entries/{entry_id}"), [entry_id], fields, None, options)  # type: ignore


class Webhooks(Methods):
    """Subscriptions that send events to your URL, and a record of every attempt. A key with `webhooks:manage` can read all data by subscribing to `*`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListWebhooksInput],
    ) -> Page[r.Webhook]:
        """List webhooks: `GET /v1/webhooks`.

        Lists webhooks, oldest first. Signing secrets are not shown.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
        """
        return self._send(Row("GET", "/webhooks", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateWebhookInput],
    ) -> r.Webhook:
        """Create a webhook: `POST /v1/webhooks`.

        An organization can have at most 20 webhooks. The response contains the signing `secret`. Later, only a rotation returns a secret. Anyone who can create a webhook can read every record, by subscribing to `*`.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `template_invalid`, `webhook_limit_reached`, `duplicate_request`, `request_in_progress`

        Needed: `url`, `events`.
        """
        return self._send(Row("POST", "/webhooks", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.Webhook:
        """Get a webhook: `GET /v1/webhooks/{webhook_id}`.

        The signing secret is not shown.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/webhooks/{webhook_id}"), [webhook_id], fields, None, options)  # type: ignore

    def update(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateWebhookInput],
    ) -> r.Webhook:
        """Update a webhook: `PATCH /v1/webhooks/{webhook_id}`.

        A field that you leave out stays the same. `events`, `filters`, `headers` and `template` are replaced as a whole. `secrets` is merged, and null deletes a secret. With a new `url`, send every secret and every credential header again, or remove it.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`, `template_invalid`
        """
        return self._send(Row("PATCH", "/webhooks/{webhook_id}"), [webhook_id], fields, None, options)  # type: ignore

    def delete(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> None:
        """Delete a webhook: `DELETE /v1/webhooks/{webhook_id}`.

        Waiting deliveries are not sent. The delivery history of the webhook is deleted too.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("DELETE", "/webhooks/{webhook_id}"), [webhook_id], fields, None, options)  # type: ignore

    def rotate_secret(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.RotateWebhookSecretInput],
    ) -> r.Webhook:
        """Rotate the signing secret: `POST /v1/webhooks/{webhook_id}/rotate-secret`.

        The response contains the new `secret`. For 24 hours, deliveries are also signed with the previous secret (`v0`), so that receivers can change over without a gap. If you rotate again within that time, each previous secret keeps its own 24 hours. While 5 previous secrets still sign, only a rotation with `revoke_previous` is possible.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
        """
        return self._send(Row("POST", "/webhooks/{webhook_id}/rotate-secret", idempotent=True), [webhook_id], fields, idempotency_key, options)  # type: ignore

    def test(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.TestWebhookInput],
    ) -> r.Delivery:
        """Send a test event: `POST /v1/webhooks/{webhook_id}/test`.

        Sends one `ping`, or a sample of another type, and waits for the result, at most 10 seconds. The response is 200 even if the test fails: read `status`. A failed test does not count against the webhook, unless the endpoint answers 410. Test events have `livemode: false` and are not in the feed. They are sent whether or not the webhook subscribes to their type.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`, `webhook_inactive`
        """
        return self._send(Row("POST", "/webhooks/{webhook_id}/test"), [webhook_id], fields, None, options)  # type: ignore

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListWebhookDeliveriesInput],
    ) -> Page[r.Delivery]:
        """List deliveries: `GET /v1/webhooks/{webhook_id}/deliveries`.

        Lists the attempts of the last 30 days, newest first, one record per attempt. A `PENDING` attempt has not been made yet; it keeps its id when it is made.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/webhooks/{webhook_id}/deliveries", is_list=True), [webhook_id], fields, None, options)  # type: ignore

    def search_deliveries(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListAllDeliveriesInput],
    ) -> Page[r.Delivery]:
        """Search deliveries: `GET /v1/deliveries`.

        Lists the attempts of the last 30 days of all webhooks, newest first. A delivery is listed if it matches all filters.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
        """
        return self._send(Row("GET", "/deliveries", is_list=True), [], fields, None, options)  # type: ignore

    def get_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.DeliveryDetails:
        """Get a delivery: `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}`.

        One attempt, all attempts at its event, and the request as it would be made now. What was sent is not stored. Secrets are shown as `***`.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/webhooks/{webhook_id}/deliveries/{delivery_id}"), [webhook_id, delivery_id], fields, None, options)  # type: ignore

    def redeliver(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> r.Delivery:
        """Resend an event: `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`.

        Sends the event of this delivery again in the background, as a new delivery with its own retries. The event keeps its id, so receivers can ignore it if they already have it.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`, `action_not_allowed`, `webhook_inactive`
        """
        return self._send(Row("POST", "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver"), [webhook_id, delivery_id], fields, None, options)  # type: ignore

    def preview(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.PreviewWebhookInput],
    ) -> r.WebhooksPreviewAnswer | r.WebhooksPreviewAnswer1:
        """Preview a webhook: `POST /v1/webhooks/preview`.

        What a webhook of this make would send of a sample event. Nothing is sent, and nothing is kept. All fields are optional.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `template_invalid`
        """
        return self._send(Row("POST", "/webhooks/preview"), [], fields, None, options)  # type: ignore

    def statistics(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetWebhookStatisticsInput],
    ) -> r.WebhookStatistics:
        """Get the statistics of a webhook: `GET /v1/webhooks/{webhook_id}/statistics`.

        How deliveries went, in all and by hour. The last hour ends now. Test events are left out.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`
        """
        return self._send(Row("GET", "/webhooks/{webhook_id}/statistics"), [webhook_id], fields, None, options)  # type: ignore

    def recover(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.RecoverWebhookInput],
    ) -> r.WebhookRecovery:
        """Recover a webhook: `POST /v1/webhooks/{webhook_id}/recover`.

        Resends what the webhook failed to get, or missed while it was off: of the events since a time that it subscribes to, those whose latest attempt did not succeed, or that were never tried. One call looks at 500 events. Call again with `position` of the answer until `is_done`. A retry that waits is made earlier. Run twice, it sends nothing twice.

        Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.

        Raises `SchedulingError` with `not_found`, `webhook_inactive`, `duplicate_request`, `request_in_progress`

        Needed: `since`.
        """
        return self._send(Row("POST", "/webhooks/{webhook_id}/recover", idempotent=True), [webhook_id], fields, idempotency_key, options)  # type: ignore


class Resources:
    """The methods by their resource."""

    def __init__(self, send: Send) -> None:
        self.account = Account(send)
        self.appointments = Appointments(send)
        self.availability = Availability(send)
        self.clients = Clients(send)
        self.deposits = Deposits(send)
        self.events = Events(send)
        self.holds = Holds(send)
        self.professionals = Professionals(send)
        self.queue = Queue(send)
        self.requests = Requests(send)
        self.schedule = Schedule(send)
        self.services = Services(send)
        self.test_clock = TestClock(send)
        self.specialties = Specialties(send)
        self.waitlist = Waitlist(send)
        self.webhooks = Webhooks(send)
