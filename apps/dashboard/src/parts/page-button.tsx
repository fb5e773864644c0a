/** Leads to the page where something begins. Where the user may not go there, it says whom to ask. */
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../access/use-may.ts'
import { PAGES, type PagePath } from '../frame/pages.ts'
import { EVERYWHERE } from '../words/everywhere.ts'
import { useTexts } from '../words/language.tsx'

type Props = {
  readonly to: PagePath
  readonly search?: object
  readonly children: string
}

export function PageButton({ to, search = {}, children }: Props) {
  const t = useTexts(EVERYWHERE)
  const may = useMay()
  if (!PAGES.some(({ path, call }) => path === to && may(call))) {
    return <Text size="sm">{t.askForPage}</Text>
  }
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={to} search={search as never} {...props} />}
    >
      {children}
    </Button>
  )
}
