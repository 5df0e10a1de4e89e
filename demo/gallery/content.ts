/** Components that show something. */
import { v09 } from '../messages.ts'
import { type Exhibit, long } from './exhibit.ts'
import { landscape, tone } from './pictures.ts'

const wide = landscape(640, 360)
const tall = landscape(300, 420)

const icons =
  'accountCircle add arrowBack arrowForward attachFile calendarToday call camera check close delete download edit event error fastForward favorite favoriteOff folder help home info locationOn lock lockOpen mail menu moreVert moreHoriz notificationsOff notifications pause payment person phone photo play print refresh rewind search send settings share shoppingCart skipNext skipPrevious star starHalf starOff stop upload visibility visibilityOff volumeDown volumeMute volumeOff volumeUp warning'.split(
    ' ',
  )

export const content: readonly Exhibit[] = [
  {
    type: 'Text',
    cases: [
      { state: 'body', props: { text: 'Your table is booked for eight.' } },
      { state: 'heading', props: { text: 'Three days in Lisbon', variant: 'h2' } },
      { state: 'caption', props: { text: 'Updated a minute ago', variant: 'caption' } },
      { state: 'long', props: { text: long } },
      { state: 'empty', props: { text: { path: '/nothing' } } },
      { state: 'right to left', props: { text: 'الطاولة محجوزة للساعة الثامنة' }, rightToLeft: true },
    ],
  },
  {
    type: 'Image',
    cases: [
      { state: 'medium', props: { url: wide, description: 'A valley at noon' } },
      { state: 'medium, upright', props: { url: tall, description: 'A valley at noon' } },
      { state: 'large', props: { url: wide, description: 'A valley at noon', variant: 'largeFeature' } },
      { state: 'header', props: { url: wide, description: 'A valley at noon', variant: 'header' } },
      {
        state: 'small',
        props: { url: wide, description: 'A valley at noon', variant: 'smallFeature' },
      },
      { state: 'avatar', props: { url: wide, description: 'A valley at noon', variant: 'avatar' } },
      { state: 'empty', props: { url: { path: '/nothing' }, description: 'Still to come' } },
      { state: 'broken', props: { url: 'data:image/png;base64,AAAA', description: 'A valley at noon' } },
      { state: 'refused', props: { url: 'ftp://pictures.example/valley.png', description: 'A valley at noon' } },
    ],
  },
  {
    type: 'Column',
    cases: [
      {
        state: 'held',
        props: { children: ['field', 'picture', 'face'] },
        parts: [
          {
            id: 'field',
            component: 'TextField',
            label: 'Address of a picture',
            value: { path: '/address' },
          },
          { id: 'picture', component: 'Image', url: { path: '/address' }, description: 'A picture of you' },
          { id: 'face', component: 'Image', url: { path: '/address' }, description: 'Your face', variant: 'avatar' },
        ],
      },
    ],
  },
  {
    type: 'Icon',
    cases: [
      { state: 'named', props: { name: 'favorite' } },
      {
        state: 'own drawing',
        props: { name: { svgPath: 'M12 2l3 7h7l-5.500 4.500 2 7.500-6.500-4.500-6.500 4.500 2-7.500L2 9h7z' } },
      },
      { state: 'empty', props: { name: { path: '/nothing' } } },
      { state: 'right to left', props: { name: 'arrowForward' }, rightToLeft: true },
    ],
  },
  {
    type: 'Row',
    cases: [
      {
        state: 'all icons',
        props: { children: icons },
        parts: icons.map((name) => ({ id: name, component: 'Icon', name, accessibility: { label: name } })),
      },
      {
        state: 'icon, text and divider',
        props: { children: ['i', 't', 'd', 'j', 'u'] },
        parts: [
          { id: 'i', component: 'Icon', name: 'locationOn' },
          v09.text('t', 'Rua Augusta 24'),
          { id: 'd', component: 'Divider', axis: 'vertical' },
          { id: 'j', component: 'Icon', name: 'call' },
          v09.text('u', '21 000 00 00'),
        ],
      },
    ],
  },
  {
    type: 'Video',
    cases: [
      { state: 'default', props: { url: 'https://films.example/valley.mp4', accessibility: { label: 'The valley' } } },
      { state: 'empty', props: { url: { path: '/nothing' } } },
      { state: 'refused', props: { url: 'blob:https://films.example/1', accessibility: { label: 'The valley' } } },
    ],
  },
  {
    type: 'AudioPlayer',
    cases: [
      { state: 'default', props: { url: tone(440), description: 'A tone, 440 hertz' } },
      { state: 'long', props: { url: tone(440), description: long } },
      { state: 'refused', props: { url: 'javascript:alert(1)', description: 'Not an address of the web' } },
    ],
  },
  {
    type: 'Divider',
    cases: [{ state: 'horizontal', props: {} }],
  },
]
