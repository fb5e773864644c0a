/** The sign-in over a page whose session has ended. What was typed there stays, and cannot be read. */
import { Modal, Text } from '@mantine/core'
import { useLayoutEffect } from 'react'
import '../styles-later.ts'
import { useTexts } from '../words/language.tsx'
import SignInForm from './sign-in.tsx'
import { SESSION_TEXTS } from './texts.ts'

type Props = { readonly email: string; readonly onSignedIn: () => void }

export default function SignInAgain(props: Props) {
  const t = useTexts(SESSION_TEXTS)
  useLayoutEffect(() => {
    const { title } = document
    document.documentElement.dataset['signedOut'] = 'true'
    document.title = t.title
    return () => {
      delete document.documentElement.dataset['signedOut']
      document.title = title
    }
  }, [t.title])
  return (
    <Modal
      opened
      portalProps={{ className: 'sign-in-again', reuseTargetNode: false }}
      onClose={() => undefined}
      withCloseButton={false}
      title={t.again}
      closeOnEscape={false}
      // Over any other dialog.
      zIndex={1000}
    >
      <Text size="sm" mb="sm">
        {t.aboutAgain}
      </Text>
      <SignInForm {...props} />
    </Modal>
  )
}
