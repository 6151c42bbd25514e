//! Tables as people's tools write them, and what is told of those that mean two things.

use super::*;

fn steps(text: &str, column: &Column) -> Result<Vec<(f64, f64)>, String> {
    let trace = read(text.as_bytes(), column, None).map_err(|error| error.to_string())?;
    let pair = |step: &Step| (step.at.s(), step.amount);
    Ok(trace.steps().iter().map(pair).collect())
}

fn notes(text: &str, column: &Column) -> Vec<String> {
    let trace = read(text.as_bytes(), column, None).expect(text);
    let notes = trace.notes().iter();
    notes.map(|note| note.message.clone()).collect()
}

#[test]
fn packets_and_rates_are_read_with_heading_and_comments_or_without() {
    let got = steps("# a\ntime_s,bytes,x\n1.5,40,x\n1.5,1500\n\n2,576", &PACKETS);
    assert_eq!(got.unwrap(), [(0.0, 40.0), (0.0, 1500.0), (0.5, 576.0)]);
    let got = steps("0,0\n300,2.5e6\n", &RATES);
    assert_eq!(got.unwrap(), [(0.0, 0.0), (300.0, 2.5e6)]);
    assert_eq!(notes("time_s,bytes\n0,40\n1,40\n", &PACKETS), [""; 0]);
}

#[test]
fn each_file_has_its_separator_and_its_decimal_mark() {
    let wanted = [(0.0, 1000.0), (0.5, 500.0), (1.0, 40.0)];
    for text in [
        "0.25,1000\n0.75,500\n1.25,40\n",
        "0,25;1000\n0,75;500\n1,25;40\n",
        "0,25\t1000\n0,75\t500\n1,25\t40\n",
        "0.25;1000\n0.75;500\n1.25;40\n",
        "0.25   1000 a\n 0.75 500\n1.25 40 b\n",
        "\"0.25\",\"1000\"\n\"0.75\",\"500\"\n\"1.25\",\"40\"\n",
        "\"Zeit\";\"Bytes\"\n\"0,25\";\"1000\"\n\"0,75\";\"500\"\n\"1,25\";\"40\"\n",
        "\u{feff}Time [s], Size (bytes)\r\n0.25, 1000\r\n0.75, 500\r\n1.25, 40\r\n",
    ] {
        assert_eq!(steps(text, &PACKETS).unwrap(), wanted, "{text}");
    }
    let [note] = &notes("0;1000\n0,5;500\n", &PACKETS)[..] else {
        panic!("one note");
    };
    assert!(note.contains("\"0,5\" in line 2 is 0.5"), "{note}");
}

#[test]
fn columns_are_found_by_their_names() {
    let wanted = [(0.0, 60.0), (0.5, 1514.0)];
    for text in [
        "bytes,time_s\n60,0\n1514,0.5\n",
        "\"No.\",\"Time\",\"Source\",\"Length\",\"Info\"\n\"1\",\"0\",\"::1\",\"60\",\"Seq=1, Win=2\"\n\
         \"2\",\"0.5\",\"::1\",\"1514\",\"ab \"\"c\"\"\"\n",
        "# bytes time_s\n60 0\n1514 0.5\n",
        "id\ttime_s\tbytes\n9\t0\t60\n9\t0.5\t1514\n",
    ] {
        assert_eq!(steps(text, &PACKETS).unwrap(), wanted, "{text}");
    }
    let prose = steps("# bytes sent\n0 60\n0.5 1514\n", &PACKETS);
    assert_eq!(prose.unwrap(), wanted);
    let noted = notes("Time;Length\n0;60\n1;60\n", &PACKETS);
    assert!(noted[0].contains("\"Time\" names no unit") && noted[1].contains("\"Length\""));
    let got = steps("time (s);rate (bit/s)\n0;8e6\n300;1e6\n", &RATES);
    assert_eq!(got.unwrap(), [(0.0, 8e6), (300.0, 1e6)]);
}

#[test]
fn another_unit_or_an_unknown_name_is_refused_with_what_is_accepted() {
    for (text, column, wanted) in [
        (
            "time_ms,bits\n0,8000\n",
            &PACKETS,
            "line 1: the column \"time_ms\" is in ms; accepted is time_s",
        ),
        (
            "Time [µs];Bytes\n0;40\n",
            &PACKETS,
            "line 1: the column \"Time [µs]\" is in µs",
        ),
        (
            "time_s,bits\n0,8000\n",
            &PACKETS,
            "line 1: the column \"bits\" is in bits; accepted is bytes",
        ),
        (
            "# time_ms bytes\n0 40\n",
            &PACKETS,
            "line 2: the column \"time_ms\" is in ms",
        ),
        (
            "time_s;rate_mbps\n0;8\n",
            &RATES,
            "line 1: the column \"rate_mbps\" is in mbps; accepted is rate_bps",
        ),
        (
            "hour,rate_bps\n0,8\n",
            &RATES,
            "line 1: the column \"hour\" is in hour",
        ),
        (
            "time_s,kB/s\n0,8\n",
            &RATES,
            "line 1: the column \"kB/s\" is in kb",
        ),
        (
            "alpha,beta\n0,40\n",
            &PACKETS,
            "line 1: the columns \"alpha\", \"beta\" do not say",
        ),
        (
            "time_s,time_s,bytes\n0,0,40\n",
            &PACKETS,
            "line 1: the columns \"time_s\", \"time_s\", \"bytes\" do not say",
        ),
    ] {
        let stated = steps(text, column).unwrap_err();
        assert!(stated.starts_with(wanted), "{stated} for {wanted}");
    }
}

#[test]
fn a_possible_thousands_separator_is_refused() {
    for (text, column, line) in [
        ("0,1000\n1,1,000\n", &PACKETS, 2),
        ("0,1,000\n1,1,500\n", &PACKETS, 1),
        ("time_s,rate_bps\n0,8,000,000\n", &RATES, 2),
        ("\"0\",\"1,000\"\n", &PACKETS, 1),
        ("0;1.000\n", &PACKETS, 1),
        ("0\t1,500\n", &PACKETS, 1),
        ("0;8.000.000\n", &RATES, 1),
        ("0;500.000\n", &RATES, 1),
        ("0\t500,000\n", &RATES, 1),
        ("0,25,8000\n", &RATES, 1),
        ("0 1'500\n", &PACKETS, 1),
        ("1.234,5;40\n", &PACKETS, 1),
    ] {
        let stated = steps(text, column).unwrap_err();
        assert!(
            stated.starts_with(&format!("line {line}: ")),
            "{stated} for {text}"
        );
        assert!(
            stated.contains("thousands")
                || stated.contains("in a number")
                || stated.contains("write 1234567.5"),
            "{stated}"
        );
    }
}

#[test]
fn errors_name_their_line() {
    for (text, wanted) in [
        (
            "0,40\n1,70000",
            "line 2: bytes must be a number from 1 to 65535, got \"70000\"",
        ),
        (
            "0,40\n1",
            "line 2: has no bytes; a line is time_s,bytes, separated by commas as in the first",
        ),
        (
            "0,40\n\nx,1",
            "line 3: time_s must be a number from 0 to 10000000, got \"x\"",
        ),
        ("1,40\n0.5,40", "line 2: lies before the line above it"),
        ("0,4.5", "line 1: bytes must be whole, got 4.5"),
        (
            "0,nan",
            "line 1: bytes must be a number from 1 to 65535, got \"nan\"",
        ),
        (
            "0,,40\n",
            "line 1: bytes is empty; every line needs a number there",
        ),
        (
            ",40\n",
            "line 1: time_s is empty; every line needs a number there",
        ),
        (
            "0;40\n1;\n",
            "line 2: bytes is empty; every line needs a number there",
        ),
        (
            "0;40\n1,40\n",
            "line 2: has no bytes; a line is time_s,bytes, separated by semicolons as in the first",
        ),
        (
            "0,40\n1;40,7\n",
            "line 2: time_s must be a number from 0 to 10000000, got \"1;40\"",
        ),
        (
            "0.5;40\n1,5;40\n",
            "line 2: \"1,5\" has another decimal mark than \"0.5\" in line 1; a file has one",
        ),
        (
            "0,\"40\n",
            "line 1: has a quotation mark that is not closed: \"0,\\\"40\"",
        ),
        ("", "has no data"),
        ("time_s,bytes\n", "has no data"),
    ] {
        assert_eq!(steps(text, &PACKETS).unwrap_err(), wanted, "{text:?}");
    }
}

#[test]
fn chosen_columns_are_read_whatever_the_heading_says() {
    let chosen = |columns: &str, text: &str| {
        let columns = Places::chosen(columns).expect("two numbers");
        let trace = read(text.as_bytes(), &PACKETS, columns).map_err(|error| error.to_string())?;
        let pair = |step: &Step| (step.at.s(), step.amount);
        Ok::<_, String>(trace.steps().iter().map(pair).collect::<Vec<_>>())
    };
    let wanted = [(0.0, 60.0), (0.5, 1514.0)];
    for (columns, text) in [
        ("1,2", "Zeit;Größe\n0,0;60\n0,5;1514\n"),
        ("3,1", "a,b,c\n60,x,0\n1514,x,0.5\n"),
        ("2, 3", "9 0 60\n9 0.5 1514\n"),
        // The names say milliseconds and bits; a choice overrides them.
        ("1,2", "ms,bits\n0,60\n0.5,1514\n"),
    ] {
        assert_eq!(chosen(columns, text).unwrap(), wanted, "{text}");
    }
    let error = chosen("1,4", "a,b,c\n0,1,2\n").unwrap_err();
    assert!(
        error.contains("line 2: has 3 columns, and bytes was chosen to be column 4"),
        "{error}"
    );
}

#[test]
fn numbers_of_columns_are_two_different_ones_from_1() {
    assert_eq!(Places::chosen("").unwrap(), None);
    let places = Places { time: 1, amount: 4 };
    assert_eq!(Places::chosen("2,5").unwrap(), Some(places));
    for text in [
        "2", "2,2", "0,1", "1,1001", "a,b", "1;2", "1,2,3", "-1,2", ",",
    ] {
        let error = Places::chosen(text).unwrap_err();
        assert!(error.contains("for example 2,5"), "{text}: {error}");
    }
}

#[test]
fn an_error_has_the_names_of_a_heading_that_does_not_say_the_columns() {
    let error = read(&b"Zeit;Gr\xc3\xb6\xc3\x9fe\n0;60\n"[..], &PACKETS, None).unwrap_err();
    assert_eq!(error.heading, ["\"Zeit\"", "\"Größe\""]);
    let error = read(&b"time_s,bytes\n0,x\n"[..], &PACKETS, None).unwrap_err();
    assert_eq!(error.heading, [""; 0]);
}
