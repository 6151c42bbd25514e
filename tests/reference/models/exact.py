#!/usr/bin/env python3
"""Values of queues that the models are compared with, from libraries that know nothing of them.

    pip install line-solver==3.0.8.0 scipy && python exact.py > exact.json

- mm1k, mg1k: LINE (line-solver), `qsys_mm1k_loss` and `qsys_mg1k_loss` (Niu and Cooper 1993, by quadrature);
- mxm1k, mm1b-bulk: LINE's `ctmc_solve` on the generator matrix, row by row as the text describes the chain;
- md1k: the embedded chain with LINE's `dtmc_solve`, rows from scipy's Poisson distribution;
- md1b: SciPy's `expm` of the arrivals within a service (and of their integral), and `dtmc_solve`.

A row a value: model, parameters, output, value, and the relative error that the method may have.
"""
import json, math
import numpy as np
from scipy.linalg import expm
from scipy.stats import gamma, poisson
from line_solver.api.qsys.loss import qsys_mm1k_loss, qsys_mg1k_loss
from line_solver.api.mc.ctmc import ctmc_solve
from line_solver.api.mc.dtmc import dtmc_solve

rows = []


def row(model, given, output, value, within):
    rows.append(json.dumps({"model": model, "given": given, "output": output, "value": float(value), "within": within}))


def mm1k():
    for load, places in [(0.5, 5), (2 / 3, 5), (0.8, 10), (0.95, 50), (1.0, 10), (1.2, 20), (3.0, 7)]:
        loss, _ = qsys_mm1k_loss(load, 1.0, places)
        row("mm1k", {"load": load, "places_packets": places}, "loss", loss, 1e-12)


def mg1k():
    for load, places, scv in [(0.5, 5, 0.5), (0.8, 10, 0.5), (0.95, 20, 0.25), (0.8, 10, 1.0), (1.2, 8, 0.5)]:
        law = gamma(1 / scv, scale=scv)
        _, _, loss = qsys_mg1k_loss(load, law.pdf, places, max_t=60.0)
        # Quadrature to about 1e-12, arrivals below that are cut off; c² = 1 agrees with mm1k to 1e-13.
        row("mg1k", {"load": load, "places_packets": places, "service_scv": scv}, "loss", loss, 1e-9)


def md1k():
    """Left behind 0..K-1; a row is what a Poisson number of arrivals makes of it, the last column takes the rest."""
    for load, places in [(0.5, 5), (0.8, 10), (0.8, 11), (0.9, 10), (0.9, 20), (0.95, 50), (1.0, 10), (1.2, 20)]:
        P = np.zeros((places, places))
        for i in range(places):
            start = max(i, 1)
            for left in range(start - 1, places - 1):
                P[i, left] = poisson.pmf(left - start + 1, load)
            P[i, places - 1] = poisson.sf(places - 1 - start, load)
        left = dtmc_solve(P)
        loss = 1 - 1 / (left[0] + load)
        waiting = sum(max(0, n - 1) * left[n] for n in range(places)) * (1 - loss) + (places - 1) * loss
        given = {"load": load, "places_packets": places}
        # The loss is a difference from 1 here.
        row("md1k", given, "loss", loss, 1e-12 / loss)
        row("md1k", given, "mean_waiting_packets", waiting, 1e-10)


def chain(places, bulks, partial=False):
    """Stationary distribution with bulks [(size, rate)]; whole ones are lost, of partial ones what does not fit."""
    Q = np.zeros((places + 1, places + 1))
    for i in range(places + 1):
        if i:
            Q[i, i - 1] += 1.0
        for size, rate in bulks:
            to = min(i + size, places) if partial else (i + size if i + size <= places else i)
            Q[i, to] += rate
    np.fill_diagonal(Q, 0)
    np.fill_diagonal(Q, -Q.sum(axis=1))
    p = np.asarray(ctmc_solve(Q)).ravel()
    return p / p.sum()


def mxm1k():
    for load, places, burst in [(0.5, 10, 4), (0.8, 20, 4), (0.8, 20, 16), (1.2, 12, 3), (0.3, 3, 5)]:
        given = {"load": load, "places_packets": places, "burst_packets": burst}
        p = chain(places, [(burst, load / burst)], partial=True)
        lost = sum(p[i] * max(0, i + burst - places) for i in range(places + 1)) / burst
        row("mxm1k", given, "loss", lost, 1e-10)
        row("mxm1k", given, "mean_packets", np.arange(places + 1) @ p, 1e-10)
        p = chain(places, [(burst, load / burst)])
        row("mxm1k", given, "whole_loss", p[max(0, places - burst + 1):].sum(), 1e-10)


def anomaly(kb, b_star, udp, saturation, ratio):
    tcp = (1 - math.exp(-kb / b_star)) * saturation
    places = math.floor(kb * ratio + 1e-9)
    low, above = int(ratio), ratio - int(ratio)
    bulks = [(1, udp), (low, tcp / ratio * (1 - above))]
    if above:
        bulks.append((low + 1, tcp / ratio * above))
    given = {"buffer_bytes": kb * 1000, "b_star_bytes": b_star * 1000, "udp_load": udp,
             "tcp_saturation_load": saturation, "packet_ratio": ratio}
    return given, places, bulks, above


def tcp_mean(bulks, above, refused):
    shares = [1 - above, above]
    return sum(share * refused(size) for share, (size, _) in zip(shares, bulks[1:]))


CASES = [(0.4, 7, 0.05, 0.94, 5), (1, 7, 0.05, 0.94, 5), (3, 7, 0.05, 0.94, 5), (8, 7, 0.05, 0.94, 5),
         (30, 7, 0.05, 0.94, 5), (20, 14, 0.05, 0.94, 5), (10, 7, 0.05, 0.94, 25), (24, 7, 0.05, 0.94, 1),
         (8, 7, 0.8, 0.19, 5), (12, 7, 0.05, 0.94, 7.5), (8, 2, 1.1, 1.5, 5)]


def mm1b():
    for case in CASES:
        given, places, bulks, above = anomaly(*case)
        p = chain(places, bulks)
        row("mm1b-bulk", given, "udp_loss", p[places], 1e-9)
        refused = lambda size: p[max(0, places - size + 1):].sum()
        row("mm1b-bulk", given, "tcp_loss", tcp_mean(bulks, above, refused), 1e-9)
        row("mm1b-bulk", given, "utilization", 1 - p[0], 1e-10)


def md1b():
    """A customer's service takes 1. Arrivals within it are a pure birth chain A; expm of [[A, I], [0, 0]] also
    gives the integral of its distribution over the service."""
    for case in CASES:
        given, places, bulks, above = anomaly(*case)
        n = places + 1
        A = np.zeros((n, n))
        for i in range(n):
            for size, rate in bulks:
                if i + size <= places:
                    A[i, i + size] += rate
                    A[i, i] -= rate
        big = expm(np.block([[A, np.eye(n)], [np.zeros((n, n)), np.zeros((n, n))]]))
        end, during = big[:n, :n], big[:n, n:]
        first = sum(rate for size, rate in bulks if size <= places)
        start = np.zeros((places, n))
        for i in range(1, places):
            start[i, i] = 1
        for size, rate in bulks:
            if size <= places:
                start[0, size] += rate / first
        P = (start @ end)[:, 1:]
        left = np.asarray(dtmc_solve(P)).ravel()
        left /= left.sum()
        time = left @ start @ during
        time[0] += left[0] / first
        p = time / time.sum()
        # expm is good to about 1e-14 of what is largest.
        row("md1b", given, "udp_loss", p[places], max(1e-9, 1e-13 / p[places]))
        refused = lambda size: p[max(0, places - size + 1):].sum()
        row("md1b", given, "tcp_loss", tcp_mean(bulks, above, refused), 1e-9)
        row("md1b", given, "utilization", 1 - p[0], 1e-10)
        row("md1b", given, "mean_bytes", np.arange(n) @ p * 1000 / case[4], 1e-9)


for model in (mm1k, mg1k, md1k, mxm1k, mm1b, md1b):
    model()
print("[\n" + ",\n".join(rows) + "\n]")
