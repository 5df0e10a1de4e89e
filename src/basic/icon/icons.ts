/**
 * The icons of the basic catalog, by the names of the protocol.
 *
 * Each drawing is imported from a module of its own, so the bundle of a host holds these drawings only.
 */
import arrowLeft from '@lucide/icons/icons/arrow-left'
import arrowRight from '@lucide/icons/icons/arrow-right'
import bell from '@lucide/icons/icons/bell'
import bellOff from '@lucide/icons/icons/bell-off'
import calendar from '@lucide/icons/icons/calendar'
import calendarDays from '@lucide/icons/icons/calendar-days'
import camera from '@lucide/icons/icons/camera'
import check from '@lucide/icons/icons/check'
import circleAlert from '@lucide/icons/icons/circle-alert'
import circleQuestionMark from '@lucide/icons/icons/circle-question-mark'
import circleUser from '@lucide/icons/icons/circle-user'
import creditCard from '@lucide/icons/icons/credit-card'
import download from '@lucide/icons/icons/download'
import ellipsis from '@lucide/icons/icons/ellipsis'
import ellipsisVertical from '@lucide/icons/icons/ellipsis-vertical'
import eye from '@lucide/icons/icons/eye'
import eyeOff from '@lucide/icons/icons/eye-off'
import fastForward from '@lucide/icons/icons/fast-forward'
import folder from '@lucide/icons/icons/folder'
import heart from '@lucide/icons/icons/heart'
import house from '@lucide/icons/icons/house'
import image from '@lucide/icons/icons/image'
import info from '@lucide/icons/icons/info'
import lock from '@lucide/icons/icons/lock'
import lockOpen from '@lucide/icons/icons/lock-open'
import mail from '@lucide/icons/icons/mail'
import mapPin from '@lucide/icons/icons/map-pin'
import menu from '@lucide/icons/icons/menu'
import paperclip from '@lucide/icons/icons/paperclip'
import pause from '@lucide/icons/icons/pause'
import pencil from '@lucide/icons/icons/pencil'
import phone from '@lucide/icons/icons/phone'
import play from '@lucide/icons/icons/play'
import plus from '@lucide/icons/icons/plus'
import printer from '@lucide/icons/icons/printer'
import refreshCw from '@lucide/icons/icons/refresh-cw'
import rewind from '@lucide/icons/icons/rewind'
import search from '@lucide/icons/icons/search'
import sendHorizontal from '@lucide/icons/icons/send-horizontal'
import settings from '@lucide/icons/icons/settings'
import share2 from '@lucide/icons/icons/share-2'
import shoppingCart from '@lucide/icons/icons/shopping-cart'
import skipBack from '@lucide/icons/icons/skip-back'
import skipForward from '@lucide/icons/icons/skip-forward'
import smartphone from '@lucide/icons/icons/smartphone'
import square from '@lucide/icons/icons/square'
import star from '@lucide/icons/icons/star'
import starHalf from '@lucide/icons/icons/star-half'
import trash from '@lucide/icons/icons/trash'
import triangleAlert from '@lucide/icons/icons/triangle-alert'
import upload from '@lucide/icons/icons/upload'
import user from '@lucide/icons/icons/user'
import volume from '@lucide/icons/icons/volume'
import volume1 from '@lucide/icons/icons/volume-1'
import volume2 from '@lucide/icons/icons/volume-2'
import volumeOff from '@lucide/icons/icons/volume-off'
import x from '@lucide/icons/icons/x'
import { createElement, type ReactNode } from 'react'

/** What stands within the frame of an icon. */
export interface IconDrawing {
  readonly shapes: ReactNode
  /** The icon points along the line of text. It is mirrored in right-to-left text. */
  readonly directed: true | undefined
}

/** The drawing of a name; `undefined` for a name outside the catalog. */
export function iconNamed(name: string): IconDrawing | undefined {
  // Not `getOwn`, so that pages do not load it as a file of its own.
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined
  return drawing && { shapes: draw(drawing), directed: drawing.directed }
}

function draw({ shapes, filled = [] }: Drawing): ReactNode {
  const elements = (className: string | undefined, all: readonly Shape[]): readonly ReactNode[] =>
    all.map(([tag, { key, ...attributes }]) =>
      createElement(tag, { key: `${className} ${key}`, className, ...attributes }),
    )
  return [...elements('sf-icon__filled', filled), ...elements(undefined, shapes)]
}

/** An SVG element: its name and its attributes, within 24 by 24 units. */
type Shape = readonly [tag: string, attributes: { readonly [name: string]: string }]

/** Shapes in the order in which they are painted. */
interface Drawing {
  readonly shapes: readonly Shape[]
  /** Shapes that are painted inside, too. */
  readonly filled?: readonly Shape[]
  readonly directed?: true
}

const drawings: { readonly [name: string]: Drawing } = {
  accountCircle: { shapes: circleUser.node },
  add: { shapes: plus.node },
  arrowBack: { shapes: arrowLeft.node, directed: true },
  arrowForward: { shapes: arrowRight.node, directed: true },
  attachFile: { shapes: paperclip.node },
  calendarToday: { shapes: calendar.node },
  call: { shapes: phone.node },
  camera: { shapes: camera.node },
  check: { shapes: check.node },
  close: { shapes: x.node },
  delete: { shapes: trash.node },
  download: { shapes: download.node },
  edit: { shapes: pencil.node },
  event: { shapes: calendarDays.node },
  error: { shapes: circleAlert.node },
  fastForward: { shapes: [], filled: fastForward.node },
  favorite: { shapes: [], filled: heart.node },
  favoriteOff: { shapes: heart.node },
  folder: { shapes: folder.node },
  help: { shapes: circleQuestionMark.node },
  home: { shapes: house.node },
  info: { shapes: info.node },
  locationOn: { shapes: mapPin.node },
  lock: { shapes: lock.node },
  lockOpen: { shapes: lockOpen.node },
  mail: { shapes: mail.node },
  menu: { shapes: menu.node },
  moreVert: { shapes: ellipsisVertical.node },
  moreHoriz: { shapes: ellipsis.node },
  notificationsOff: { shapes: bellOff.node },
  notifications: { shapes: bell.node },
  pause: { shapes: [], filled: pause.node },
  payment: { shapes: creditCard.node },
  person: { shapes: user.node },
  phone: { shapes: smartphone.node },
  photo: { shapes: image.node },
  play: { shapes: [], filled: play.node },
  print: { shapes: printer.node },
  refresh: { shapes: refreshCw.node },
  rewind: { shapes: [], filled: rewind.node },
  search: { shapes: search.node },
  send: { shapes: sendHorizontal.node, directed: true },
  settings: { shapes: settings.node },
  share: { shapes: share2.node },
  shoppingCart: { shapes: shoppingCart.node },
  skipNext: { shapes: [], filled: skipForward.node },
  skipPrevious: { shapes: [], filled: skipBack.node },
  star: { shapes: [], filled: star.node },
  starHalf: { shapes: star.node, filled: starHalf.node },
  starOff: { shapes: star.node },
  stop: { shapes: [], filled: square.node },
  upload: { shapes: upload.node },
  visibility: { shapes: eye.node },
  visibilityOff: { shapes: eyeOff.node },
  volumeDown: { shapes: volume1.node, directed: true },
  volumeMute: { shapes: volume.node, directed: true },
  volumeOff: { shapes: volumeOff.node, directed: true },
  volumeUp: { shapes: volume2.node, directed: true },
  warning: { shapes: triangleAlert.node },
}
