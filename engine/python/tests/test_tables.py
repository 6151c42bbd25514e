"""Tables in pyarrow, pandas and polars."""

from __future__ import annotations

import bufferlab
import pandas
import polars
import pyarrow
import pytest
from studies import BUFFER, STUDY


@pytest.fixture(scope="module")
def sweep() -> bufferlab.Sweep:
    """Return a complete sweep."""
    return bufferlab.sweep(**STUDY).run()


def test_pyarrow_reads_a_sweep(sweep: bufferlab.Sweep) -> None:
    ours = sweep.table()
    table = pyarrow.table(ours)
    assert table.column_names == ours.columns
    assert table.num_rows == len(ours) == 30
    assert table.to_pydict() == ours.to_dict()
    types = {
        name: str(table.schema.field(name).type) for name in ("key", "seed", BUFFER, "bottlenecks.r0.loss.udp", "error")
    }
    assert types == {
        "key": "string",
        "seed": "int64",
        BUFFER: "int64",
        "bottlenecks.r0.loss.udp": "double",
        "error": "string",
    }
    assert pyarrow.schema(ours) == table.schema
    # Reading a capsule empties it, so that each call must return a new one.
    assert pyarrow.table(ours) == table


def test_polars_reads_a_sweep(sweep: bufferlab.Sweep) -> None:
    frame = polars.DataFrame(sweep.table())
    assert frame.shape == (30, len(sweep.table().columns))
    means = frame.group_by(BUFFER).agg(polars.col("bottlenecks.r0.utilization").mean()).sort(BUFFER)
    aggregates = polars.DataFrame(sweep.aggregates()).filter(polars.col("figure") == "bottlenecks.r0.utilization")
    assert aggregates["n"].to_list() == [3] * 10
    assert aggregates["mean"].to_list() == pytest.approx(means["bottlenecks.r0.utilization"].to_list(), rel=1e-12)


def test_pandas_reads_a_sweep(sweep: bufferlab.Sweep) -> None:
    if hasattr(pandas.DataFrame, "from_arrow"):
        frame = pandas.DataFrame.from_arrow(sweep.table())
    else:
        frame = pyarrow.table(sweep.table()).to_pandas()
    assert frame.shape == (30, len(sweep.table().columns))
    assert frame["seed"].tolist() == [1, 2, 3] * 10


def test_series_and_grids_of_models_are_tables() -> None:
    series = pyarrow.table(bufferlab.run("anomaly", duration=0.4, warmup=0.1).series("10 ms"))
    assert series.num_rows == 40
    assert {str(field.type) for field in series.schema} == {"double"}
    model = pyarrow.table(bufferlab.model("mm1b-bulk", over={"buffer_bytes": [8000, 30000]}))
    assert model.column("udp_loss").to_pylist()[1] > model.column("udp_loss").to_pylist()[0]


def test_a_measure_that_does_not_apply_is_null() -> None:
    table = pyarrow.table(bufferlab.sweep("poisson-queue", duration=0.2, warmup=0.1).run().table())
    assert table.column("bottlenecks.r0.loss.tcp").to_pylist() == [None]
    assert str(table.schema.field("bottlenecks.r0.loss.tcp").type) == "double"


def test_a_sweep_without_finished_runs_has_no_table() -> None:
    with pytest.raises(RuntimeError, match="no run of this sweep is complete yet"):
        bufferlab.sweep(**STUDY).table()
