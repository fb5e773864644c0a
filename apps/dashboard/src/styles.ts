/** The styles of the frame. Rooms that are loaded later bring those of their own components. */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './style.css'
