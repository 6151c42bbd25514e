/**
 * Curves: a study of one experiment, and what its runs come to. On one side what is varied and measured, on the
 * other the curves as they grow, the models over them and the table below. Every point is a door to the Lab. A
 * study goes on while another room is open.
 */
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import type { CaseLine } from '../types/engine';
import type { AddressWindow } from '../url/address';
import type { Asked } from './asked';
import { CurvesDesk } from './desk';
import { offeredBy } from './offer';
import { Progress } from './Progress';
import { Result } from './Result';
import { headingOf } from './say';
import { StudyForm } from './StudyForm';
import { CurvesTools } from './Tools';
import './curves.css';

interface Props {
  /** The room's own part of the address. */
  address: AddressWindow;
  /** What another room asked for last. */
  asked: Asked | null;
  /** Where the room's tools stand in the header; null until that is there, and while another room is open. */
  header: HTMLElement | null;
  /** A run was opened in the Lab. */
  onOpened(): void;
}

export function Curves({ address, asked, header, onOpened }: Props) {
  const lab = useThisLab();
  const [desk] = useState(() => new CurvesDesk(lab, address));
  useEffect(() => {
    desk.arrive(asked);
  }, [desk, asked]);
  const { wish, look, unread, opening } = useStore(desk.store);
  const state = useStore(desk.sweep.store);
  const catalog = useLab((s) => s.catalog);
  const labs = useLab((s) => (s.document && s.current ? desk.present(s.document, s.current) : null));
  const offer = useMemo(() => wish && catalog && offeredBy(catalog, wish.scenario), [catalog, wish]);
  if (!wish || !offer || !catalog) {
    return (
      <p className="note curves-empty">{opening ? 'Opening the study …' : 'There is no experiment yet.'}</p>
    );
  }
  const open = (line: CaseLine): void => {
    void openIn(lab, desk.scenarioOf(line)).then((isOpen) => {
      if (isOpen) onOpened();
    });
  };
  const problems = [...unread, ...state.problems];
  return (
    <div className="curves">
      {header && createPortal(<CurvesTools desk={desk} />, header)}
      <StudyForm
        wish={wish}
        fields={offer.fields}
        measures={offer.measures}
        problems={problems}
        differs={labs !== null && JSON.stringify(labs) !== JSON.stringify(wish.scenario)}
        onChange={(change) => desk.change(change)}
        onTakeLab={() => desk.takeLab()}
        onSubmit={() => desk.run()}
      >
        <Progress
          state={state}
          changed={desk.isChanged(wish, state.study)}
          onPause={() => desk.sweep.pause()}
          onResume={() => desk.sweep.resume()}
          onCancel={() => desk.sweep.cancel()}
        />
      </StudyForm>
      <section className="curves-result" aria-label="Result">
        <h2>{headingOf(wish, offer.fields, offer.measures)}</h2>
        <Result
          desk={desk}
          catalog={catalog}
          wish={wish}
          look={look}
          state={state}
          offer={offer}
          onOpen={open}
        />
      </section>
    </div>
  );
}

/** Opens a run in the laboratory, and only then turns to it: going back from there leads here. */
async function openIn({ actions, flush }: Lab, scenario: unknown): Promise<boolean> {
  if (scenario === null) return false;
  const { ok } = await actions.openScenario(scenario);
  if (ok) await flush();
  return ok;
}
