import type { Texts } from '../language.ts'

const PT = {
  title: 'Agenda para clínicas, salões e estúdios',
  what: 'Horários sem conflito, fila on-line, sinal por Pix e mensagens aos clientes: um painel para a equipe, páginas de agendamento para os clientes e uma API para tudo.',
  forClients: 'Quer marcar um horário? Abra o endereço que a clínica, o salão ou o estúdio enviou.',
  places: 'Por onde começar',
  call: 'Sua primeira chamada',
  callWhy: 'O dono da conta cria uma chave de API no painel. Com ela:',
  dashboard: 'Painel da equipe',
  dashboardWhy: 'Agenda, fila, lista de espera, sinais e clientes.',
  demo: 'Agendamento em um site',
  demoWhy: 'Um exemplo da página que os clientes usam. Em inglês.',
  docs: 'Documentação da API',
  docsWhy: 'Do primeiro agendamento ao primeiro webhook. Guias em português, referência em inglês.',
}

const EN: typeof PT = {
  title: 'Scheduling for clinics, salons and studios',
  what: 'Appointments without double booking, an online queue, deposits by Pix and messages to clients: a dashboard for the team, booking pages for clients, and an API for everything.',
  forClients: 'Want to book a time? Open the address that the clinic, salon or studio sent you.',
  places: 'Where to begin',
  call: 'Your first call',
  callWhy: 'The owner of the account creates an API key in the dashboard. With it:',
  dashboard: 'Team dashboard',
  dashboardWhy: 'Agenda, queue, waitlist, deposits and clients.',
  demo: 'Booking on a website',
  demoWhy: 'An example of the page that clients use.',
  docs: 'API documentation',
  docsWhy: 'From the first booking to the first webhook.',
}

export const HOME_TEXTS: Texts<typeof PT> = { pt: PT, en: EN }
