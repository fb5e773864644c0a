# Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Awaitable

from .async_calls import AsyncList, AsyncMethods
from .calls import CallOptions, Row, Send

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import records as r


class AsyncAccount(AsyncMethods):
    """As `Account`."""

    def get(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.Organization]:
        """Get the organization of the key: `GET /v1/me`."""
        return self._send(Row("GET", "/me"), [], fields, None, options)  # type: ignore


class AsyncAppointments(AsyncMethods):
    """As `Appointments`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListAppointmentsInput],
    ) -> AsyncList[r.Appointment]:
        """List appointments: `GET /v1/appointments`."""
        return self._send(Row("GET", "/appointments", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Create an appointment: `POST /v1/appointments`."""
        return self._send(Row("POST", "/appointments", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        appointment_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Get an appointment: `GET /v1/appointments/{appointment_id}`."""
        return self._send(Row("GET", "/appointments/{appointment_id}"), [appointment_id], fields, None, options)  # type: ignore

    def update(
        self,
        appointment_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Change an appointment's notes or metadata: `PATCH /v1/appointments/{appointment_id}`."""
        return self._send(Row("PATCH", "/appointments/{appointment_id}"), [appointment_id], fields, None, options)  # type: ignore

    def reschedule(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.RescheduleAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Reschedule an appointment: `POST /v1/appointments/{appointment_id}/reschedule`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/reschedule", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def cancel(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CancelAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Cancel an appointment: `POST /v1/appointments/{appointment_id}/cancel`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/cancel", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def confirm(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.ConfirmAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Confirm an appointment: `POST /v1/appointments/{appointment_id}/confirm`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/confirm", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def arrive(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.ArriveAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Record that the client arrived: `POST /v1/appointments/{appointment_id}/arrive`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/arrive", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def start(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.StartAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Record that the visit began: `POST /v1/appointments/{appointment_id}/start`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/start", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def complete(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CompleteAppointmentInput],
    ) -> Awaitable[r.Appointment]:
        """Complete an appointment: `POST /v1/appointments/{appointment_id}/complete`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/complete", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def no_show(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.MarkAppointmentNoShowInput],
    ) -> Awaitable[r.Appointment]:
        """Record that the client did not attend: `POST /v1/appointments/{appointment_id}/no-show`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/no-show", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def mark_invoiced(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.MarkAppointmentInvoicedInput],
    ) -> Awaitable[r.Appointment]:
        """Mark an invoice as issued: `POST /v1/appointments/{appointment_id}/invoice`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/invoice", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore

    def set_meeting_url(
        self,
        appointment_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.SetAppointmentMeetingUrlInput],
    ) -> Awaitable[r.Appointment]:
        """Set the online room: `POST /v1/appointments/{appointment_id}/meeting-url`."""
        return self._send(Row("POST", "/appointments/{appointment_id}/meeting-url", idempotent=True), [appointment_id], fields, idempotency_key, options)  # type: ignore


class AsyncAvailability(AsyncMethods):
    """As `Availability`."""

    def slots(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListSlotsInput],
    ) -> AsyncList[r.Slot]:
        """List free slots: `GET /v1/availability/slots`."""
        return self._send(Row("GET", "/availability/slots", is_list=True), [], fields, None, options)  # type: ignore

    def next_dates(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListNextDatesInput],
    ) -> AsyncList[r.AvailableDate]:
        """List the next dates with free slots: `GET /v1/availability/next-dates`."""
        return self._send(Row("GET", "/availability/next-dates", is_list=True), [], fields, None, options)  # type: ignore


class AsyncClients(AsyncMethods):
    """As `Clients`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListClientsInput],
    ) -> AsyncList[r.Client]:
        """List clients: `GET /v1/clients`."""
        return self._send(Row("GET", "/clients", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateClientInput],
    ) -> Awaitable[r.Client]:
        """Create a client: `POST /v1/clients`."""
        return self._send(Row("POST", "/clients", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        client_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.Client]:
        """Get a client: `GET /v1/clients/{client_id}`."""
        return self._send(Row("GET", "/clients/{client_id}"), [client_id], fields, None, options)  # type: ignore

    def update(
        self,
        client_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateClientInput],
    ) -> Awaitable[r.Client]:
        """Update a client: `PATCH /v1/clients/{client_id}`."""
        return self._send(Row("PATCH", "/clients/{client_id}"), [client_id], fields, None, options)  # type: ignore


class AsyncDeposits(AsyncMethods):
    """As `Deposits`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListDepositsInput],
    ) -> AsyncList[r.Deposit]:
        """List deposits: `GET /v1/deposits`."""
        return self._send(Row("GET", "/deposits", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        deposit_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetDepositInput],
    ) -> Awaitable[r.Deposit]:
        """Get a deposit: `GET /v1/deposits/{deposit_id}`."""
        return self._send(Row("GET", "/deposits/{deposit_id}"), [deposit_id], fields, None, options)  # type: ignore


class AsyncEvents(AsyncMethods):
    """As `Events`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListEventsInput],
    ) -> AsyncList[r.WebhookEvent]:
        """List events: `GET /v1/events`."""
        return self._send(Row("GET", "/events", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        event_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.WebhookEvent]:
        """Get an event: `GET /v1/events/{event_id}`."""
        return self._send(Row("GET", "/events/{event_id}"), [event_id], fields, None, options)  # type: ignore

    def list_types(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> AsyncList[r.EventType]:
        """List event types: `GET /v1/event-types`."""
        return self._send(Row("GET", "/event-types", is_list=True), [], fields, None, options)  # type: ignore


class AsyncHolds(AsyncMethods):
    """As `Holds`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListHoldsInput],
    ) -> AsyncList[r.Hold]:
        """List holds: `GET /v1/holds`."""
        return self._send(Row("GET", "/holds", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateHoldInput],
    ) -> Awaitable[r.Hold]:
        """Hold a time: `POST /v1/holds`."""
        return self._send(Row("POST", "/holds", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        hold_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.Hold]:
        """Get a hold: `GET /v1/holds/{hold_id}`."""
        return self._send(Row("GET", "/holds/{hold_id}"), [hold_id], fields, None, options)  # type: ignore

    def release(
        self,
        hold_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[None]:
        """Release a hold: `DELETE /v1/holds/{hold_id}`."""
        return self._send(Row("DELETE", "/holds/{hold_id}"), [hold_id], fields, None, options)  # type: ignore


class AsyncProfessionals(AsyncMethods):
    """As `Professionals`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListProfessionalsInput],
    ) -> AsyncList[r.Professional]:
        """List professionals: `GET /v1/professionals`."""
        return self._send(Row("GET", "/professionals", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetProfessionalInput],
    ) -> Awaitable[r.Professional]:
        """Get a professional: `GET /v1/professionals/{professional_id}`."""
        return self._send(Row("GET", "/professionals/{professional_id}"), [professional_id], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateProfessionalInput],
    ) -> Awaitable[r.Professional]:
        """Create a professional: `POST /v1/professionals`."""
        return self._send(Row("POST", "/professionals", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def update(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateProfessionalInput],
    ) -> Awaitable[r.ProfessionalsUpdateAnswer]:
        """Update a professional: `PATCH /v1/professionals/{professional_id}`."""
        return self._send(Row("PATCH", "/professionals/{professional_id}"), [professional_id], fields, None, options)  # type: ignore

    def deactivate(
        self,
        professional_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.DeactivateProfessionalInput],
    ) -> Awaitable[r.ProfessionalsDeactivateAnswer]:
        """Deactivate a professional: `POST /v1/professionals/{professional_id}/deactivate`."""
        return self._send(Row("POST", "/professionals/{professional_id}/deactivate", idempotent=True), [professional_id], fields, idempotency_key, options)  # type: ignore

    def reactivate(
        self,
        professional_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.Professional]:
        """Reactivate a professional: `POST /v1/professionals/{professional_id}/reactivate`."""
        return self._send(Row("POST", "/professionals/{professional_id}/reactivate", idempotent=True), [professional_id], fields, idempotency_key, options)  # type: ignore


class AsyncQueue(AsyncMethods):
    """As `Queue`."""

    def list_entries(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListQueueEntriesInput],
    ) -> AsyncList[r.QueueEntry]:
        """List queue entries: `GET /v1/queue/entries`."""
        return self._send(Row("GET", "/queue/entries", is_list=True), [], fields, None, options)  # type: ignore

    def create_entry(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateQueueEntryInput],
    ) -> Awaitable[r.QueueEntry]:
        """Add a client to today's queue: `POST /v1/queue/entries`."""
        return self._send(Row("POST", "/queue/entries", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetQueueEntryInput],
    ) -> Awaitable[r.QueueEntry]:
        """Get a queue entry: `GET /v1/queue/entries/{entry_id}`."""
        return self._send(Row("GET", "/queue/entries/{entry_id}"), [entry_id], fields, None, options)  # type: ignore

    def call_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.CallQueueEntryInput],
    ) -> Awaitable[r.QueueEntry]:
        """Call a client: `POST /v1/queue/entries/{entry_id}/call`."""
        return self._send(Row("POST", "/queue/entries/{entry_id}/call"), [entry_id], fields, None, options)  # type: ignore

    def complete_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.CompleteQueueEntryInput],
    ) -> Awaitable[r.QueueEntry]:
        """Complete a queue entry: `POST /v1/queue/entries/{entry_id}/complete`."""
        return self._send(Row("POST", "/queue/entries/{entry_id}/complete"), [entry_id], fields, None, options)  # type: ignore

    def skip_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.SkipQueueEntryInput],
    ) -> Awaitable[r.QueueEntry]:
        """Skip a client: `POST /v1/queue/entries/{entry_id}/skip`."""
        return self._send(Row("POST", "/queue/entries/{entry_id}/skip"), [entry_id], fields, None, options)  # type: ignore

    def cancel_entry(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.CancelQueueEntryInput],
    ) -> Awaitable[r.QueueEntry]:
        """Cancel a queue entry: `POST /v1/queue/entries/{entry_id}/cancel`."""
        return self._send(Row("POST", "/queue/entries/{entry_id}/cancel"), [entry_id], fields, None, options)  # type: ignore


class AsyncRequests(AsyncMethods):
    """As `Requests`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListRequestsInput],
    ) -> AsyncList[r.Request]:
        """List requests: `GET /v1/requests`."""
        return self._send(Row("GET", "/requests", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        request_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.RequestDetails]:
        """Get a request: `GET /v1/requests/{request_id}`."""
        return self._send(Row("GET", "/requests/{request_id}"), [request_id], fields, None, options)  # type: ignore


class AsyncSchedule(AsyncMethods):
    """As `Schedule`."""

    def get_hours(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetScheduleHoursInput],
    ) -> Awaitable[r.Schedule]:
        """Get the hours of a professional: `GET /v1/professionals/{professional_id}/hours`."""
        return self._send(Row("GET", "/professionals/{professional_id}/hours"), [professional_id], fields, None, options)  # type: ignore

    def set_week(
        self,
        professional_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.SetScheduleWeekInput],
    ) -> Awaitable[r.ScheduleSetWeekAnswer]:
        """Set the weekly hours: `PUT /v1/professionals/{professional_id}/hours`."""
        return self._send(Row("PUT", "/professionals/{professional_id}/hours"), [professional_id], fields, None, options)  # type: ignore

    def set_date(
        self,
        professional_id: int,
        date: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.SetScheduleDateInput],
    ) -> Awaitable[r.ScheduleSetDateAnswer]:
        """Set the hours of a date: `PUT /v1/professionals/{professional_id}/hours/{date}`."""
        return self._send(Row("PUT", "/professionals/{professional_id}/hours/{date}"), [professional_id, date], fields, None, options)  # type: ignore

    def clear_date(
        self,
        professional_id: int,
        date: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ClearScheduleDateInput],
    ) -> Awaitable[r.ScheduleSetDateAnswer]:
        """Clear the hours of a date: `DELETE /v1/professionals/{professional_id}/hours/{date}`."""
        return self._send(Row("DELETE", "/professionals/{professional_id}/hours/{date}"), [professional_id, date], fields, None, options)  # type: ignore

    def list_holidays(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListScheduleHolidaysInput],
    ) -> AsyncList[r.Holiday]:
        """List holidays: `GET /v1/holidays`."""
        return self._send(Row("GET", "/holidays", is_list=True), [], fields, None, options)  # type: ignore

    def add_holiday(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.AddScheduleHolidayInput],
    ) -> Awaitable[r.ScheduleAddHolidayAnswer]:
        """Create a holiday: `POST /v1/holidays`."""
        return self._send(Row("POST", "/holidays", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def remove_holiday(
        self,
        date: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.ScheduleRemoveHolidayAnswer]:
        """Delete a holiday: `DELETE /v1/holidays/{date}`."""
        return self._send(Row("DELETE", "/holidays/{date}"), [date], fields, None, options)  # type: ignore

    def list_blocked_times(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListScheduleBlockedTimesInput],
    ) -> AsyncList[r.BlockedTime]:
        """List blocked times: `GET /v1/blocked-times`."""
        return self._send(Row("GET", "/blocked-times", is_list=True), [], fields, None, options)  # type: ignore

    def create_blocked_time(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateScheduleBlockedTimeInput],
    ) -> Awaitable[r.ScheduleCreateBlockedTimeAnswer]:
        """Create a blocked time: `POST /v1/blocked-times`."""
        return self._send(Row("POST", "/blocked-times", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def delete_blocked_time(
        self,
        blocked_time_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.ScheduleDeleteBlockedTimeAnswer]:
        """Delete a blocked time: `DELETE /v1/blocked-times/{blocked_time_id}`."""
        return self._send(Row("DELETE", "/blocked-times/{blocked_time_id}"), [blocked_time_id], fields, None, options)  # type: ignore


class AsyncServices(AsyncMethods):
    """As `Services`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListServicesInput],
    ) -> AsyncList[r.Service]:
        """List services: `GET /v1/services`."""
        return self._send(Row("GET", "/services", is_list=True), [], fields, None, options)  # type: ignore

    def get(
        self,
        service_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetServiceInput],
    ) -> Awaitable[r.Service]:
        """Get a service: `GET /v1/services/{service_id}`."""
        return self._send(Row("GET", "/services/{service_id}"), [service_id], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateServiceInput],
    ) -> Awaitable[r.Service]:
        """Create a service: `POST /v1/services`."""
        return self._send(Row("POST", "/services", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def update(
        self,
        service_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateServiceInput],
    ) -> Awaitable[r.ServicesUpdateAnswer]:
        """Update a service: `PATCH /v1/services/{service_id}`."""
        return self._send(Row("PATCH", "/services/{service_id}"), [service_id], fields, None, options)  # type: ignore

    def deactivate(
        self,
        service_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.DeactivateServiceInput],
    ) -> Awaitable[r.ServicesUpdateAnswer]:
        """Deactivate a service: `POST /v1/services/{service_id}/deactivate`."""
        return self._send(Row("POST", "/services/{service_id}/deactivate", idempotent=True), [service_id], fields, idempotency_key, options)  # type: ignore


class AsyncTestClock(AsyncMethods):
    """As `TestClock`."""

    def get(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.TestClock]:
        """Get the test clock: `GET /v1/test-clock`."""
        return self._send(Row("GET", "/test-clock"), [], fields, None, options)  # type: ignore

    def advance(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.AdvanceTestClockInput],
    ) -> Awaitable[r.TestClock]:
        """Advance the test clock: `POST /v1/test-clock/advance`."""
        return self._send(Row("POST", "/test-clock/advance", idempotent=True), [], fields, idempotency_key, options)  # type: ignore


class AsyncSpecialties(AsyncMethods):
    """As `Specialties`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListSpecialtiesInput],
    ) -> AsyncList[r.Specialty]:
        """List specialties: `GET /v1/specialties`."""
        return self._send(Row("GET", "/specialties", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateSpecialtyInput],
    ) -> Awaitable[r.Specialty]:
        """Create a specialty: `POST /v1/specialties`."""
        return self._send(Row("POST", "/specialties", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def rename(
        self,
        specialty_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.RenameSpecialtyInput],
    ) -> Awaitable[r.Specialty]:
        """Rename a specialty: `PATCH /v1/specialties/{specialty_id}`."""
        return self._send(Row("PATCH", "/specialties/{specialty_id}"), [specialty_id], fields, None, options)  # type: ignore

    def delete(
        self,
        specialty_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[None]:
        """Delete a specialty: `DELETE /v1/specialties/{specialty_id}`."""
        return self._send(Row("DELETE", "/specialties/{specialty_id}"), [specialty_id], fields, None, options)  # type: ignore


class AsyncWaitlist(AsyncMethods):
    """As `Waitlist`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListWaitlistInput],
    ) -> AsyncList[r.WaitlistWish]:
        """List waitlist entries: `GET /v1/waitlist/entries`."""
        return self._send(Row("GET", "/waitlist/entries", is_list=True), [], fields, None, options)  # type: ignore

    def add(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.AddWaitlistInput],
    ) -> Awaitable[r.WaitlistWish]:
        """Create a waitlist entry: `POST /v1/waitlist/entries`."""
        return self._send(Row("POST", "/waitlist/entries", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def offer(
        self,
        entry_id: int,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.OfferWaitlistInput],
    ) -> Awaitable[r.WaitlistWish]:
        """Offer a time: `POST /v1/waitlist/entries/{entry_id}/offer`."""
        return self._send(Row("POST", "/waitlist/entries/{entry_id}/offer", idempotent=True), [entry_id], fields, idempotency_key, options)  # type: ignore

    def remove(
        self,
        entry_id: int,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.WaitlistWish]:
        """Remove a waitlist entry: `DELETE /v1/waitlist/entries/{entry_id}`."""
        return self._send(Row("DELETE", "/waitlist/entries/{entry_id}"), [entry_id], fields, None, options)  # type: ignore


class AsyncWebhooks(AsyncMethods):
    """As `Webhooks`."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListWebhooksInput],
    ) -> AsyncList[r.Webhook]:
        """List webhooks: `GET /v1/webhooks`."""
        return self._send(Row("GET", "/webhooks", is_list=True), [], fields, None, options)  # type: ignore

    def create(
        self,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.CreateWebhookInput],
    ) -> Awaitable[r.Webhook]:
        """Create a webhook: `POST /v1/webhooks`."""
        return self._send(Row("POST", "/webhooks", idempotent=True), [], fields, idempotency_key, options)  # type: ignore

    def get(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.Webhook]:
        """Get a webhook: `GET /v1/webhooks/{webhook_id}`."""
        return self._send(Row("GET", "/webhooks/{webhook_id}"), [webhook_id], fields, None, options)  # type: ignore

    def update(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.UpdateWebhookInput],
    ) -> Awaitable[r.Webhook]:
        """Update a webhook: `PATCH /v1/webhooks/{webhook_id}`."""
        return self._send(Row("PATCH", "/webhooks/{webhook_id}"), [webhook_id], fields, None, options)  # type: ignore

    def delete(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[None]:
        """Delete a webhook: `DELETE /v1/webhooks/{webhook_id}`."""
        return self._send(Row("DELETE", "/webhooks/{webhook_id}"), [webhook_id], fields, None, options)  # type: ignore

    def rotate_secret(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.RotateWebhookSecretInput],
    ) -> Awaitable[r.Webhook]:
        """Rotate the signing secret: `POST /v1/webhooks/{webhook_id}/rotate-secret`."""
        return self._send(Row("POST", "/webhooks/{webhook_id}/rotate-secret", idempotent=True), [webhook_id], fields, idempotency_key, options)  # type: ignore

    def test(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.TestWebhookInput],
    ) -> Awaitable[r.Delivery]:
        """Send a test event: `POST /v1/webhooks/{webhook_id}/test`."""
        return self._send(Row("POST", "/webhooks/{webhook_id}/test"), [webhook_id], fields, None, options)  # type: ignore

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListWebhookDeliveriesInput],
    ) -> AsyncList[r.Delivery]:
        """List deliveries: `GET /v1/webhooks/{webhook_id}/deliveries`."""
        return self._send(Row("GET", "/webhooks/{webhook_id}/deliveries", is_list=True), [webhook_id], fields, None, options)  # type: ignore

    def search_deliveries(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.ListAllDeliveriesInput],
    ) -> AsyncList[r.Delivery]:
        """Search deliveries: `GET /v1/deliveries`."""
        return self._send(Row("GET", "/deliveries", is_list=True), [], fields, None, options)  # type: ignore

    def get_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.DeliveryDetails]:
        """Get a delivery: `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}`."""
        return self._send(Row("GET", "/webhooks/{webhook_id}/deliveries/{delivery_id}"), [webhook_id, delivery_id], fields, None, options)  # type: ignore

    def redeliver(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Any,
    ) -> Awaitable[r.Delivery]:
        """Resend an event: `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`."""
        return self._send(Row("POST", "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver"), [webhook_id, delivery_id], fields, None, options)  # type: ignore

    def preview(
        self,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.PreviewWebhookInput],
    ) -> Awaitable[r.WebhooksPreviewAnswer | r.WebhooksPreviewAnswer1]:
        """Preview a webhook: `POST /v1/webhooks/preview`."""
        return self._send(Row("POST", "/webhooks/preview"), [], fields, None, options)  # type: ignore

    def statistics(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
        **fields: Unpack[r.GetWebhookStatisticsInput],
    ) -> Awaitable[r.WebhookStatistics]:
        """Get the statistics of a webhook: `GET /v1/webhooks/{webhook_id}/statistics`."""
        return self._send(Row("GET", "/webhooks/{webhook_id}/statistics"), [webhook_id], fields, None, options)  # type: ignore

    def recover(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        options: CallOptions | None = None,
        **fields: Unpack[r.RecoverWebhookInput],
    ) -> Awaitable[r.WebhookRecovery]:
        """Recover a webhook: `POST /v1/webhooks/{webhook_id}/recover`."""
        return self._send(Row("POST", "/webhooks/{webhook_id}/recover", idempotent=True), [webhook_id], fields, idempotency_key, options)  # type: ignore


class AsyncResources:
    """The methods by their resource."""

    def __init__(self, send: Send) -> None:
        self.account = AsyncAccount(send)
        self.appointments = AsyncAppointments(send)
        self.availability = AsyncAvailability(send)
        self.clients = AsyncClients(send)
        self.deposits = AsyncDeposits(send)
        self.events = AsyncEvents(send)
        self.holds = AsyncHolds(send)
        self.professionals = AsyncProfessionals(send)
        self.queue = AsyncQueue(send)
        self.requests = AsyncRequests(send)
        self.schedule = AsyncSchedule(send)
        self.services = AsyncServices(send)
        self.test_clock = AsyncTestClock(send)
        self.specialties = AsyncSpecialties(send)
        self.waitlist = AsyncWaitlist(send)
        self.webhooks = AsyncWebhooks(send)
