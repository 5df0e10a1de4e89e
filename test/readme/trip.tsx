// Guide, "In your framework": hooks beside the views.
// src/trip.tsx
import {
  type Runtime,
  SurfaceProvider,
  SurfaceView,
  toNumber,
  useSurface,
  useSurfaceData,
  useSurfaceStatus,
} from 'surface-runtime'

export function Trip({ runtime }: { runtime: Runtime }) {
  const surface = useSurface(runtime, 'trip')
  const status = useSurfaceStatus(surface)
  const [nights, setNights] = useSurfaceData(surface, '/nights')
  return (
    <SurfaceProvider runtime={runtime} headingOffset={1} agent={{ name: 'Travel desk' }}>
      <SurfaceView surfaceId="trip" />
      <aside aria-busy={status === 'arriving'}>
        <output>{toNumber(nights) * 90} €</output>
        <button type="button" onClick={() => setNights(toNumber(nights) + 1)}>
          One night more
        </button>
      </aside>
    </SurfaceProvider>
  )
}
