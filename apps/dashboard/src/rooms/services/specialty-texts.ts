import type { Texts } from '../../words/language.tsx'

const pt = {
  title: 'Especialidades',
  about: 'Agrupam os serviços, como Fisioterapia ou Estética.',
  list: 'Especialidades',
  empty: 'Nenhuma especialidade ainda. Crie a primeira abaixo.',
  newName: 'Nova especialidade',
  create: 'Criar',
  services: (count: number) =>
    count === 0 ? 'nenhum serviço' : count === 1 ? '1 serviço' : `${count} serviços`,
  rename: (name: string) => `Renomear ${name}`,
  nameOf: (name: string) => `Novo nome de ${name}`,
  save: 'Salvar',
  stop: 'Não renomear',
  remove: (name: string) => `Remover ${name}`,
  used: 'Só se remove uma especialidade sem serviços.',
  created: (name: string) => `${name} foi criada.`,
  renamed: (name: string) => `Agora se chama ${name}.`,
  removed: (name: string) => `${name} foi removida.`,
}

const en: typeof pt = {
  title: 'Specialties',
  about: 'They group the services, such as Physiotherapy or Aesthetics.',
  list: 'Specialties',
  empty: 'No specialties yet. Create the first one below.',
  newName: 'New specialty',
  create: 'Create',
  services: (count) =>
    count === 0 ? 'no services' : count === 1 ? '1 service' : `${count} services`,
  rename: (name) => `Rename ${name}`,
  nameOf: (name) => `New name of ${name}`,
  save: 'Save',
  stop: 'Do not rename',
  remove: (name) => `Remove ${name}`,
  used: 'Only a specialty without services can be removed.',
  created: (name) => `${name} is created.`,
  renamed: (name) => `It is called ${name} now.`,
  removed: (name) => `${name} is removed.`,
}

export const SPECIALTY_TEXTS: Texts<typeof pt> = { pt, en }
