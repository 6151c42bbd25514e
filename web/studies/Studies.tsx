/**
 * The Studies view: the form of a study beside its curves, models and table, or the advisor. A click on a point opens
 * its run in the Lab. A study continues while another view is open.
 */
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import type { Scenario } from '../scenario/types';
import type { CaseLine } from '../types/engine';
import { Button } from '../ui/Button';
import { Boundary } from '../ui/Boundary';
import { useLazy } from '../ui/lazy';
import { BOUNDARY } from '../ui/strings';
import type { AddressWindow } from '../url/address';
import type { StudyRequest } from './requests';
import { StudiesController, type Part } from './studiesController';
import { advisor } from './lazyAdvisor';
import { choicesFor } from './choices';
import { Progress } from './Progress';
import { Result } from './Result';
import { headingOf } from './studyText';
import { StudyForm } from './StudyForm';
import { StudiesTools } from './StudiesTools';
import { STUDIES } from './strings';
import './curves.css';

interface Props {
  /** The view's part of the address. */
  address: AddressWindow;
  /** Last request of another view. */
  request: StudyRequest | null;
  /** Element of the header for the view's tools; null before it exists, and while another view is open. */
  header: HTMLElement | null;
  /** Called after a run was opened in the Lab. */
  onOpened(): void;
}

/** Shows the study, the advisor or the remedies; the others stay hidden, with their state. */
export function Studies({ address, request, header, onOpened }: Props) {
  const lab = useThisLab();
  const [controller] = useState(() => new StudiesController(lab, address));
  useEffect(() => {
    controller.enter(request);
  }, [controller, request]);
  const { form, settings, references, problems, opening, shown, advise } = useStore(controller.store);
  const isAdvice = shown !== 'study';
  const advisorModule = useLazy(advisor);
  useEffect(() => {
    if (isAdvice) void advisor.load();
  }, [isAdvice]);
  const state = useStore(controller.sweep.store);
  const catalog = useLab((s) => s.catalog);
  const labScenario = useLab((s) =>
    s.document && s.current ? controller.present(s.document, s.current) : null,
  );
  const choices = useMemo(() => form && catalog && choicesFor(catalog, form.scenario), [catalog, form]);
  if (!form || !choices || !catalog) {
    return <p className="note curves-empty">{opening ? STUDIES.opening : STUDIES.empty}</p>;
  }
  const openScenario = (scenario: unknown): void => {
    void openIn(lab, scenario).then((isOpen) => {
      if (isOpen) onOpened();
    });
  };
  const openBeside = (scenario: Scenario, baseline: Scenario): void => {
    void lab.sharing.openBeside(scenario, baseline).then(async ({ ok }) => {
      if (!ok) return;
      await lab.flush();
      onOpened();
    });
  };
  const open = (line: CaseLine): void => openScenario(controller.scenarioOf(line));
  const allProblems = [...problems, ...state.problems];
  const tabs = <Tabs shown={shown} onShow={(next) => controller.show(next)} />;
  return (
    <>
      {advisorModule && (
        <>
          {(['buffer', 'remedies'] as const).map((find) => (
            <div key={find} className="curves" hidden={shown !== find}>
              <Boundary
                part={find === 'buffer' ? BOUNDARY.parts.advice : BOUNDARY.parts.remedies}
                actions={shown === find && tabs}
              >
                <advisorModule.Advisor
                  find={find}
                  catalog={catalog}
                  present={labScenario}
                  request={advise}
                  lineStore={controller.lineStore}
                  tabs={tabs}
                  onOpen={openScenario}
                  onCompare={openBeside}
                />
              </Boundary>
            </div>
          ))}
        </>
      )}
      <div className="curves" hidden={isAdvice && advisorModule !== null}>
        {header &&
          !isAdvice &&
          createPortal(
            <Boundary part={BOUNDARY.parts.tools}>
              <StudiesTools controller={controller} />
            </Boundary>,
            header,
          )}
        <div className="curves-left column">
          {tabs}
          <Boundary part={BOUNDARY.parts.form} resetOn={[form]}>
            <StudyForm
              form={form}
              fields={choices.fields}
              measures={choices.measures}
              problems={allProblems}
              differs={labScenario !== null && JSON.stringify(labScenario) !== JSON.stringify(form.scenario)}
              onChange={(change) => controller.change(change)}
              onTakeLab={() => controller.takeLab()}
              onSubmit={() => controller.run()}
            >
              <Progress
                state={state}
                changed={controller.isChanged(form, state.study)}
                onPause={() => controller.sweep.pause()}
                onResume={() => controller.sweep.resume()}
                onCancel={() => controller.sweep.cancel()}
              />
            </StudyForm>
          </Boundary>
        </div>
        <section className="curves-result column" aria-label={STUDIES.result}>
          <h2>{headingOf(form, choices.fields, choices.measures)}</h2>
          <Boundary part={BOUNDARY.parts.result} resetOn={[state.lines, settings]}>
            <Result
              controller={controller}
              catalog={catalog}
              form={form}
              settings={settings}
              state={state}
              choices={choices}
              references={references}
              onOpen={open}
            />
          </Boundary>
        </section>
      </div>
    </>
  );
}

interface TabsProps {
  shown: Part;
  onShow(shown: Part): void;
}

/** Buttons that switch between the study, the advisor and the comparison of remedies. */
function Tabs({ shown, onShow }: TabsProps) {
  const tab = (which: TabsProps['shown'], label: string) => (
    <Button
      aria-pressed={shown === which}
      onClick={() => {
        if (shown !== which) onShow(which);
      }}
      text={label}
    />
  );
  return (
    <div className="curves-tabs" role="group" aria-label={STUDIES.tabs}>
      {tab('study', STUDIES.sweep)}
      {tab('buffer', STUDIES.advice)}
      {tab('remedies', STUDIES.remedies)}
    </div>
  );
}

/** Opens a scenario in the Lab and records the address there first, so that going back leads to the study. */
async function openIn({ actions, flush }: Lab, scenario: unknown): Promise<boolean> {
  if (scenario === null) return false;
  const { ok } = await actions.openScenario(scenario);
  if (ok) await flush();
  return ok;
}
