/**
 * Icons that the agenda is painted without.
 *
 * @license From Tabler Icons 3.51.0 (https://tabler.io/icons), MIT, Copyright (c) 2020-2024 Paweł Kuna.
 */
import { icon } from './icon.tsx'

export const IconAlertTriangle = icon(
  'M12 9v4 M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0 M12 16h.01',
)
export const IconArrowBackUp = icon('M9 14l-4 -4l4 -4 M5 10h11a4 4 0 1 1 0 8h-1')
export const IconArrowForwardUp = icon('M15 14l4 -4l-4 -4 M19 10h-11a4 4 0 1 0 0 8h1')
export const IconArrowLeft = icon('M5 12l14 0 M5 12l6 6 M5 12l6 -6')
export const IconArrowsJoin = icon('M3 7h5l3.5 5h9.5 M3 17h5l3.495 -5 M18 15l3 -3l-3 -3')
export const IconBrandWhatsapp = icon(
  'M3 21l1.65 -3.8a9 9 0 1 1 3.4 2.9l-5.05 .9 M9 10a.5 .5 0 0 0 1 0v-1a.5 .5 0 0 0 -1 0v1a5 5 0 0 0 5 5h1a.5 .5 0 0 0 0 -1h-1a.5 .5 0 0 0 0 1',
)
export const IconCalendarCheck = icon(
  'M11.5 21h-5.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6 M16 3v4 M8 3v4 M4 11h16 M15 19l2 2l4 -4',
)
export const IconCalendarCog = icon(
  'M12 21h-6a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v5 M16 3v4 M8 3v4 M4 11h16 M17.001 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0 M19.001 15.5v1.5 M19.001 21v1.5 M22.032 17.25l-1.299 .75 M17.27 20l-1.3 .75 M15.97 17.25l1.3 .75 M20.733 20l1.3 .75',
)
export const IconCalendarRepeat = icon(
  'M12.5 21h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v3 M16 3v4 M8 3v4 M4 11h12 M20 14l2 2h-3 M20 18l2 -2 M19 16a3 3 0 1 0 2 5.236',
)
export const IconCalendarShare = icon(
  'M12 21h-6a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6 M16 3v4 M8 3v4 M4 11h16 M16 22l5 -5 M21 21.5v-4.5h-4.5',
)
export const IconCashOff = icon(
  'M13 9h6a2 2 0 0 1 2 2v6m-2 2h-10a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2 M12.582 12.59a2 2 0 0 0 2.83 2.826 M17 9v-2a2 2 0 0 0 -2 -2h-6m-4 0a2 2 0 0 0 -2 2v6a2 2 0 0 0 2 2h2 M3 3l18 18',
)
export const IconCircleCheck = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0 M9 12l2 2l4 -4')
export const IconCircleDashed = icon(
  'M8.56 3.69a9 9 0 0 0 -2.92 1.95 M3.69 8.56a9 9 0 0 0 -.69 3.44 M3.69 15.44a9 9 0 0 0 1.95 2.92 M8.56 20.31a9 9 0 0 0 3.44 .69 M15.44 20.31a9 9 0 0 0 2.92 -1.95 M20.31 15.44a9 9 0 0 0 .69 -3.44 M20.31 8.56a9 9 0 0 0 -1.95 -2.92 M15.44 3.69a9 9 0 0 0 -3.44 -.69',
)
export const IconClockOff = icon(
  'M5.633 5.64a9 9 0 1 0 12.735 12.72m1.674 -2.32a9 9 0 0 0 -12.082 -12.082 M12 7v1 M3 3l18 18',
)
export const IconClockX = icon(
  'M20.926 13.15a9 9 0 1 0 -7.835 7.784 M12 7v5l2 2 M22 22l-5 -5 M17 22l5 -5',
)
export const IconConfetti = icon(
  'M4 5h2 M5 4v2 M11.5 4l-.5 2 M18 5h2 M19 4v2 M15 9l-1 1 M18 13l2 -.5 M18 19h2 M19 18v2 M14 16.518l-6.518 -6.518l-4.39 9.58a1 1 0 0 0 1.329 1.329l9.579 -4.39',
)
export const IconCopyPlus = icon(
  'M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666 M4.012 16.737a2 2 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1 M11 14h6 M14 11v6',
)
export const IconCrown = icon('M12 6l4 6l5 -4l-2 10h-14l-2 -10l5 4l4 -6')
export const IconDeviceDesktop = icon(
  'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10 M7 20h10 M9 16v4 M15 16v4',
)
export const IconDownload = icon(
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2 M7 11l5 5l5 -5 M12 4l0 12',
)
export const IconExternalLink = icon(
  'M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6 M11 13l9 -9 M15 4h5v5',
)
export const IconFileZip = icon(
  'M6 20.735a2 2 0 0 1 -1 -1.735v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2h-1 M11 17a2 2 0 0 1 2 2v2a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-2a2 2 0 0 1 2 -2 M11 5l-1 0 M13 7l-1 0 M11 9l-1 0 M13 11l-1 0 M11 13l-1 0 M13 15l-1 0',
)
export const IconHourglassEmpty = icon(
  'M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1 M6 4v2a6 6 0 1 0 12 0v-2a1 1 0 0 0 -1 -1h-10a1 1 0 0 0 -1 1',
)
export const IconInbox = icon(
  'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12 M4 13h3l3 3h4l3 -3h3',
)
export const IconLanguage = icon(
  'M9 6.371c0 4.418 -2.239 6.629 -5 6.629 M4 6.371h7 M5 9c0 2.144 2.252 3.908 6 4 M12 20l4 -9l4 9 M19.1 18h-6.2 M6.694 3l.793 .582',
)
export const IconLoader = icon(
  'M12 6l0 -3 M16.25 7.75l2.15 -2.15 M18 12l3 0 M16.25 16.25l2.15 2.15 M12 18l0 3 M7.75 16.25l-2.15 2.15 M6 12l-3 0 M7.75 7.75l-2.15 -2.15',
)
export const IconLockOpen = icon(
  'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -6 M11 16a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M8 11v-5a4 4 0 0 1 8 0',
)
export const IconLogout = icon(
  'M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2 M9 12h12l-3 -3 M18 15l3 -3',
)
export const IconMail = icon(
  'M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10 M3 7l9 6l9 -6',
)
export const IconMaximize = icon(
  'M4 8v-2a2 2 0 0 1 2 -2h2 M4 16v2a2 2 0 0 0 2 2h2 M16 4h2a2 2 0 0 1 2 2v2 M16 20h2a2 2 0 0 0 2 -2v-2',
)
export const IconMessages = icon(
  'M21 14l-3 -3h-7a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1h9a1 1 0 0 1 1 1v10 M14 15v2a1 1 0 0 1 -1 1h-7l-3 3v-10a1 1 0 0 1 1 -1h2',
)
export const IconMinimize = icon(
  'M15 19v-2a2 2 0 0 1 2 -2h2 M15 5v2a2 2 0 0 0 2 2h2 M5 15h2a2 2 0 0 1 2 2v2 M5 9h2a2 2 0 0 0 2 -2v-2',
)
export const IconMoon = icon(
  'M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008',
)
export const IconPencil = icon(
  'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4 M13.5 6.5l4 4',
)
export const IconPhotoOff = icon(
  'M15 8h.01 M7 3h11a3 3 0 0 1 3 3v11m-.856 3.099a2.991 2.991 0 0 1 -2.144 .901h-12a3 3 0 0 1 -3 -3v-12c0 -.845 .349 -1.608 .91 -2.153 M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5 M16.33 12.338c.574 -.054 1.155 .166 1.67 .662l3 3 M3 3l18 18',
)
export const IconPlayerPause = icon(
  'M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12 M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
)
export const IconPlayerPlay = icon('M7 4v16l13 -8l-13 -8')
export const IconPlayerSkipForward = icon('M4 5v14l12 -7l-12 -7 M20 5l0 14')
export const IconPlugConnectedX = icon(
  'M20 16l-4 4 M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5 M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5 M3 21l2.5 -2.5 M18.5 5.5l2.5 -2.5 M10 11l-2 2 M13 14l-2 2 M16 16l4 4',
)
export const IconPlugOff = icon(
  'M16.123 16.092l-.177 .177a5.81 5.81 0 1 1 -8.215 -8.215l.159 -.159 M4 20l3.5 -3.5 M15 4l-3.5 3.5 M20 9l-3.5 3.5 M3 3l18 18',
)
export const IconRepeat = icon(
  'M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3 M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3',
)
export const IconRobot = icon(
  'M6 6a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2l0 -4 M12 2v2 M9 12v9 M15 12v9 M5 16l4 -2 M15 14l4 2 M9 18h6 M10 8v.01 M14 8v.01',
)
export const IconSend = icon(
  'M10 14l11 -11 M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5',
)
export const IconShieldLock = icon(
  'M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3 M11 11a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M12 12l0 2.5',
)
export const IconSun = icon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0 M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7',
)
export const IconTrash = icon(
  'M4 7l16 0 M10 11l0 6 M14 11l0 6 M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12 M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
)
export const IconUpload = icon(
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2 M7 9l5 -5l5 5 M12 4l0 12',
)
export const IconUserMinus = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0 M6 21v-2a4 4 0 0 1 4 -4h4c.348 0 .686 .045 1.009 .128 M16 19h6',
)
export const IconUserQuestion = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0 M6 21v-2a4 4 0 0 1 4 -4h3.5 M19 22v.01 M19 19a2.003 2.003 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483',
)
export const IconUserUp = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0 M6 21v-2a4 4 0 0 1 4 -4h4 M19 22v-6 M22 19l-3 -3l-3 3',
)
export const IconUserX = icon(
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0 M6 21v-2a4 4 0 0 1 4 -4h3.5 M22 22l-5 -5 M17 22l5 -5',
)
export const IconVolume = icon(
  'M15 8a5 5 0 0 1 0 8 M17.7 5a9 9 0 0 1 0 14 M6 15h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l3.5 -4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5',
)
export const IconVolumeOff = icon(
  'M15 8a5 5 0 0 1 1.912 4.934m-1.377 2.602a5 5 0 0 1 -.535 .464 M17.7 5a9 9 0 0 1 2.362 11.086m-1.676 2.299a9 9 0 0 1 -.686 .615 M9.069 5.054l.431 -.554a.8 .8 0 0 1 1.5 .5v2m0 4v8a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l1.294 -1.664 M3 3l18 18',
)
export const IconWalk = icon(
  'M12 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M7 21l3 -4 M16 21l-2 -4l-3 -3l1 -6 M6 12l2 -3l4 -1l3 3l3 1',
)
export const IconWorldOff = icon(
  'M5.657 5.615a9 9 0 1 0 12.717 12.739m1.672 -2.322a9 9 0 0 0 -12.066 -12.084 M3.6 9h5.4m4 0h7.4 M3.6 15h11.4m4 0h1.4 M11.5 3a17.001 17.001 0 0 0 -1.493 3.022m-.847 3.145c-.68 4.027 .1 8.244 2.34 11.833 M12.5 3a16.982 16.982 0 0 1 2.549 8.005m-.207 3.818a16.979 16.979 0 0 1 -2.342 6.177 M3 3l18 18',
)
