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
import { useHere } from '../ui/later';
import type { AddressWindow } from '../url/address';
import type { Asked } from './asked';
import { CurvesDesk } from './desk';
import { advisor } from './laterAdvisor';
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
  const { wish, look, kept, unread, opening, shown, advise } = useStore(desk.store);
  const isAdvice = shown === 'advice';
  const asking = useHere(advisor);
  useEffect(() => {
    if (isAdvice) void advisor.need();
  }, [isAdvice]);
  const state = useStore(desk.sweep.store);
  const catalog = useLab((s) => s.catalog);
  const labs = useLab((s) => (s.document && s.current ? desk.present(s.document, s.current) : null));
  const offer = useMemo(() => wish && catalog && offeredBy(catalog, wish.scenario), [catalog, wish]);
  if (!wish || !offer || !catalog) {
    return (
      <p className="note curves-empty">{opening ? 'Opening the study …' : 'There is no experiment yet.'}</p>
    );
  }
  const openScenario = (scenario: unknown): void => {
    void openIn(lab, scenario).then((isOpen) => {
      if (isOpen) onOpened();
    });
  };
  const open = (line: CaseLine): void => openScenario(desk.scenarioOf(line));
  const problems = [...unread, ...state.problems];
  const tabs = <Tabs shown={shown} onShow={(next) => desk.show(next)} />;
  return (
    <>
      {asking && (
        <div className="curves" hidden={!isAdvice}>
          <asking.Advisor
            catalog={catalog}
            present={labs}
            asked={advise}
            kept={desk.shelf}
            tabs={tabs}
            onOpen={openScenario}
          />
        </div>
      )}
      <div className="curves" hidden={isAdvice && asking !== null}>
        {header && !isAdvice && createPortal(<CurvesTools desk={desk} />, header)}
        <div className="curves-left">
          {tabs}
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
        </div>
        <section className="curves-result" aria-label="Result">
          <h2>{headingOf(wish, offer.fields, offer.measures)}</h2>
          <Result
            desk={desk}
            catalog={catalog}
            wish={wish}
            look={look}
            state={state}
            offer={offer}
            kept={kept}
            onOpen={open}
          />
        </section>
      </div>
    </>
  );
}

interface TabsProps {
  shown: 'study' | 'advice';
  onShow(shown: 'study' | 'advice'): void;
}

/** What is asked in this room. */
function Tabs({ shown, onShow }: TabsProps) {
  const tab = (which: TabsProps['shown'], label: string) => (
    <button
      type="button"
      className="button"
      aria-pressed={shown === which}
      onClick={() => {
        if (shown !== which) onShow(which);
      }}
    >
      {label}
    </button>
  );
  return (
    <div className="curves-tabs" role="group" aria-label="What is asked">
      {tab('study', 'A curve')}
      {tab('advice', 'Smallest buffer')}
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
