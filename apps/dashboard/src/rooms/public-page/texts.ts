import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Página pública',
  about: 'Aqui os clientes agendam, entram na fila e acompanham o que marcaram.',
  noAddress: 'A página ainda não tem endereço',
  aboutNoAddress: 'Escolha o endereço em Configurações, e os clientes já podem agendar.',
  toSettings: 'Abrir as configurações',
  address: 'Endereço da página',
  open: 'Ver como o cliente vê',
  aboutCode: 'O código leva o celular do cliente à página. Imprima-o para o balcão ou a vitrine.',
  codeOf: (address: string) => `Código QR de ${address}`,
  download: 'Baixar o código (SVG)',
  look: 'Aparência',
  color: 'Cor da marca',
  aboutColor:
    'De botões e links. Se ela for difícil de ler, a página a escurece ou clareia. Vazio: a cor comum.',
  welcome: 'Texto de boas-vindas',
  aboutWelcome: 'Fica acima dos serviços. Por exemplo, como chegar ou o que trazer.',
  listing: 'Mostrar a página em buscadores, como o Google',
  aboutListing: 'Desligado: só quem tem o endereço chega à página.',
  aboutTestListing: 'A página de uma conta de teste nunca aparece em buscadores.',
  characters: (count: string, most: string) => `${count} de ${most} caracteres`,
  saved: 'A página pública foi mudada.',
  logo: 'Logotipo',
  aboutLogo:
    'PNG, JPEG ou WebP, com até 100 KB e até 1.200 pixels de lado. Onde e com que aparelho a foto foi feita não é guardado.',
  noLogo: 'A página mostra só o nome da clínica.',
  logoAlt: (name: string) => `Logotipo de ${name}`,
  chooseLogo: 'Escolher um logotipo',
  replaceLogo: 'Trocar o logotipo',
  removeLogo: 'Remover o logotipo',
  aboutRemoveLogo:
    'A página passa a mostrar só o nome da clínica. Você pode enviar outro quando quiser.',
  logoSet: 'O logotipo está na página.',
  logoRemoved: 'O logotipo foi removido.',
  tooLarge: 'O arquivo tem mais de 100 KB. Diminua a imagem e envie de novo.',
  notAPicture:
    'Esta imagem não serve. Envie um PNG, JPEG ou WebP com até 1.200 pixels de lado, que não se mova.',
  embed: 'No seu site',
  aboutEmbed: 'Cole estas duas linhas onde o agendamento deve aparecer.',
  embedCode: 'Código para o site',
  embedDocs: 'Como funciona e o que mais se pode ajustar',
  bookHere: 'Agendar um horário',
  aboutServices: 'Que serviços aparecem na página se decide em cada serviço.',
}

const en: typeof pt = {
  title: 'Public page',
  about: 'Here clients book, join the queue and follow what they have booked.',
  noAddress: 'The page has no address yet',
  aboutNoAddress: 'Choose the address in Settings, and clients can book.',
  toSettings: 'Open the settings',
  address: 'Address of the page',
  open: 'See it as a client does',
  aboutCode:
    'The code takes the phone of a client to the page. Print it for the desk or the window.',
  codeOf: (address: string) => `QR code of ${address}`,
  download: 'Download the code (SVG)',
  look: 'Look',
  color: 'Color of the brand',
  aboutColor:
    'Of buttons and links. Where it is hard to read, the page makes it darker or lighter. Empty: the usual color.',
  welcome: 'Welcome text',
  aboutWelcome: 'Stands above the services. For example how to get there, or what to bring.',
  listing: 'Show the page in search engines, such as Google',
  aboutListing: 'Off: only people who have the address reach the page.',
  aboutTestListing: 'The page of a test account never appears in search engines.',
  characters: (count: string, most: string) => `${count} of ${most} characters`,
  saved: 'The public page is changed.',
  logo: 'Logo',
  aboutLogo:
    'PNG, JPEG or WebP, up to 100 KB and 1,200 pixels on each side. Where and with what a photo was taken is not kept.',
  noLogo: 'The page shows the name of the clinic alone.',
  logoAlt: (name: string) => `Logo of ${name}`,
  chooseLogo: 'Choose a logo',
  replaceLogo: 'Replace the logo',
  removeLogo: 'Remove the logo',
  aboutRemoveLogo:
    'The page shows the name of the clinic alone then. You can send another one whenever you like.',
  logoSet: 'The logo is on the page.',
  logoRemoved: 'The logo is removed.',
  tooLarge: 'The file has more than 100 KB. Make the picture smaller and send it again.',
  notAPicture:
    'This picture will not do. Send a PNG, JPEG or WebP of up to 1,200 pixels on each side that does not move.',
  embed: 'On your site',
  aboutEmbed: 'Paste these two lines where the booking is to appear.',
  embedCode: 'Code for the site',
  embedDocs: 'How it works, and what else can be set',
  bookHere: 'Book a time',
  aboutServices: 'Which services stand on the page is decided in each service.',
}

export const PUBLIC_PAGE_TEXTS: Texts<typeof pt> = { pt, en }
