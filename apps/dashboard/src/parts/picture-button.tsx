/** Chooses a picture from the files of this device. */
import { Button, FileButton } from '@mantine/core'
import { IconPhotoUp } from '../icons/icons.ts'

type Props = {
  /** Types of files, as a browser takes them. */
  readonly accept: string
  /** Of the field, whether there is a picture already or not. */
  readonly label: string
  /** On the button. */
  readonly words: string
  readonly isSending: boolean
  readonly onChoose: (file: File | null) => void
}

export function PictureButton({ accept, label, words, isSending, onChoose }: Props) {
  return (
    <FileButton accept={accept} onChange={onChoose} inputProps={{ 'aria-label': label }}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={isSending}
          leftSection={<IconPhotoUp size={16} aria-hidden />}
        >
          {words}
        </Button>
      )}
    </FileButton>
  )
}
