"""A Bufferlab lesson in marimo: `marimo edit lesson_marimo.py`."""

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import marimo as mo

    return (mo,)


@app.cell
def _(mo):
    lab = mo.ui.text(value="https://example.org/lab/", label="Address of the lab", full_width=True)
    lesson = mo.ui.dropdown(["buffer", "sawtooth", "bufferbloat"], value="sawtooth", label="Lesson")
    mo.vstack([lab, lesson])
    return lab, lesson


@app.cell
def _(lab, lesson, mo):
    from html import escape

    address = escape(f"{lab.value}?embed#learn/{lesson.value}", quote=True)
    mo.Html(f'<iframe src="{address}" title="Lesson" width="100%" height="700"></iframe>')
    return


@app.cell
def _():
    import bufferlab

    bufferlab.run("one-flow")
    return


if __name__ == "__main__":
    app.run()
