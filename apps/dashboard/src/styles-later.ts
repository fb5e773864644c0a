/** All styles of the components: rooms are shown once they are there, and the agenda asks for them once it is painted. */
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
