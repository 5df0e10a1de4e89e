/** Properties that all views of a part of the page share. */
'use client'

import { type Context, createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { useStable } from './hooks.ts'
import type { SurfaceListProps } from './view-props.ts'

/** What views within take where they are not given it themselves: every property of a view but its surface. */
export interface SurfaceProviderProps extends Omit<SurfaceListProps, 'source'> {
  readonly children?: ReactNode
}

type ProvidedProps = Omit<SurfaceProviderProps, 'children'>

const Provided: Context<ProvidedProps> = createContext<ProvidedProps>({})

/**
 * Gives the views within it their properties: the runtime, the renderers, texts and so on. A view's own properties come first, then those
 * of the nearest provider, then those of the providers around that.
 *
 * @example
 * <SurfaceProvider runtime={runtime} texts={german} headingOffset={2}>
 *   {answers.map((source) => <SurfaceList key={source} source={source} />)}
 * </SurfaceProvider>
 */
export function SurfaceProvider({ children, ...props }: SurfaceProviderProps): ReactElement {
  return <Provided.Provider value={useStable(useProvided(props))}>{children}</Provided.Provider>
}

/** The properties that are given, and of those that are not what the providers around say. */
export function useProvided<Props extends object>(props: Props): Props {
  const given = Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
  return { ...useContext(Provided), ...given } as Props
}
