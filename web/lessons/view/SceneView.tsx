/** The scene beside the text: the network, the run bar, the charts, and the parameters that may be changed. */
import { useEffect, useRef } from 'react';
import { Boundary } from '../../ui/Boundary';
import { Button } from '../../ui/Button';
import { BOUNDARY } from '../../ui/strings';
import { Charts } from '../../charts/Charts';
import { ParamField } from '../../controls/Form';
import { RunBar } from '../../controls/RunBar';
import { StepText } from '../../controls/StepText';
import '../../controls/controls.css';
import '../../controls/warnings.css';
import { LabContext, useLab } from '../../lab/context';
import { paramAt } from '../../lab/live';
import { valueAt } from '../../scenario/path';
import { Topology } from '../../topology/Topology';
import { bringIntoView } from '../../ui/intoView';
import { PacketsSection } from '../../packets/PacketsSection';
import { useNarrow } from '../../ui/useNarrow';
import { useLesson, useSession } from '../session/context';
import { partLabel } from '../session/measures';
import { SceneNews } from './SceneNews';
import { LESSON, SCENE } from '../viewStrings';

/** Scene of the present step. `onLab` opens its scenario in the Lab; null in a class, where the scene has no such buttons. */
export function SceneView({ onLab }: { onLab: ((scenario: unknown) => void) | null }) {
  const session = useSession();
  const problem = useLesson((state) => state.problem);
  const highlight = useLesson((state) => state.highlight);
  const mixed = useLesson((state) => state.mixed);
  const { lab } = session.scene;
  const narrow = useNarrow();
  const playing = useLab(({ run }) => run.playing);
  const section = useRef<HTMLElement>(null);
  // On a phone the scene is below the text that starts it or points at it.
  useEffect(() => {
    if (narrow && playing) bringIntoView(section.current, 'start');
  }, [narrow, playing]);
  useEffect(() => {
    if (highlight !== null) bringIntoView(placeOf(section.current, highlight));
  }, [highlight]);
  return (
    <LabContext value={lab}>
      <section
        ref={section}
        className="scene"
        aria-label={SCENE.label}
        data-highlight={highlight ?? undefined}
      >
        {problem !== null && (
          <p className="problem" role="alert">
            {SCENE.problem(problem)}
          </p>
        )}
        <div className="scene-network" data-place="network">
          <Boundary part={BOUNDARY.parts.network}>
            <Topology />
          </Boundary>
        </div>
        <div className="scene-run">
          <Boundary part={BOUNDARY.parts.run}>
            <RunBar />
            <StepText />
          </Boundary>
        </div>
        <Boundary part={BOUNDARY.parts.parameters}>
          <Changeable />
        </Boundary>
        {narrow && (
          <Boundary part={LESSON.block}>
            <SceneNews />
          </Boundary>
        )}
        <div className="scene-charts">
          <Boundary part={BOUNDARY.parts.charts}>
            <Charts packets={PacketsSection} />
          </Boundary>
        </div>
        {onLab && (
          <p className="lesson-actions scene-foot">
            {mixed && <Button onClick={() => void session.runAgain()}>{SCENE.runAgain}</Button>}
            <Button onClick={() => void session.reset()}>{SCENE.reset}</Button>
            <Button onClick={() => onLab(lab.store.getState().document)}>{SCENE.openInLab}</Button>
          </p>
        )}
      </section>
    </LabContext>
  );
}

/** Returns the network or the chart that the text points at; the scene if it shows no such chart. */
function placeOf(scene: Element | null, name: string): Element | null {
  const place = name === 'network' ? '[data-place="network"]' : `[data-chart="${name}"]`;
  return scene?.querySelector(place) ?? scene;
}

/** Fields of the parameters that the scene leaves open. */
function Changeable() {
  const paths = useLab(({ rules }) => rules?.change ?? NONE);
  if (paths.length === 0) return null;
  return (
    <fieldset className="scene-change">
      <legend>{SCENE.change}</legend>
      {paths.map((path) => (
        <OpenField key={path} path={path} />
      ))}
    </fieldset>
  );
}

const NONE: readonly string[] = [];

function OpenField({ path }: { path: string }) {
  const param = useLab(({ catalog, current }) => catalog && paramAt(catalog, current, path));
  const value = useLab(({ current }) => valueAt(current, path));
  return (
    param && <ParamField param={{ ...param, label: partLabel(param, path) }} path={path} value={value} />
  );
}
