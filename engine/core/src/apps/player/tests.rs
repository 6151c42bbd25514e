use super::*;
use crate::apps::adaptive_video::SECTION;
use crate::apps::reports::{Report, Reports};
use crate::spec::complete::complete_one;
use crate::time::Time;
use serde_json::{Value, json};

/// Sizes of the 48 chunks of the video of Pensieve (EnvivioDash3) at each of its rates, bytes: the files `video_size_0` to
/// `video_size_5` of hongzimao/pensieve.
const CHUNK_BYTES: [&str; 6] = [
    "181801 155580 139857 155432 163442 126289 153295 173849 150710 139105 141840 156148 160746 179801 140051 \
     138313 143509 150616 165384 140881 157671 157812 163927 137654 146754 153938 181901 111155 153605 149029 \
     157421 157488 143881 163444 179328 159914 131610 124011 144254 149991 147968 161857 145210 172312 167025 \
     160064 137507 118421",
    "450283 398865 350812 382355 411561 318564 352642 437162 374758 362795 353220 405134 386351 434409 337059 \
     366214 360831 372963 405596 350713 386472 399894 401853 343800 359903 379700 425781 277716 400396 400508 \
     358218 400322 369834 412837 401088 365161 321064 361565 378327 390680 345516 384505 372093 438281 398987 \
     393804 331053 314107",
    "668286 611087 571051 617681 652874 520315 561791 709534 584846 560821 607410 594078 624282 687371 526950 \
     587876 617242 581493 639204 586839 601738 616206 656471 536667 587236 590335 696376 487160 622896 641447 \
     570392 620283 584349 670129 690253 598727 487812 575591 605884 587506 566904 641452 599477 634861 630203 \
     638661 538612 550906",
    "1034108 957685 877771 933276 996749 801058 905515 1060487 852833 913888 939819 917428 946851 1036454 \
     821631 923170 966699 885714 987708 923755 891604 955231 968026 874175 897976 905935 1076599 758197 \
     972798 975811 873429 954453 885062 1035329 1026056 943942 728962 938587 908665 930577 858450 1025005 \
     886255 973972 958994 982064 830730 846370",
    "1728879 1431809 1300868 1520281 1472558 1224260 1388403 1638769 1348011 1429765 1354548 1519951 1422919 \
     1578343 1231445 1471065 1491626 1358801 1537156 1336050 1415116 1468126 1505760 1323990 1383735 1480464 \
     1547572 1141971 1498470 1561263 1341201 1497683 1358081 1587293 1492672 1439896 1139291 1499009 1427478 \
     1402287 1339500 1527299 1343002 1587250 1464921 1483527 1231456 1364537",
    "2354772 2123065 2177073 2160877 2233056 1941625 2157535 2290172 2055469 2169201 2173522 2102452 2209463 \
     2275376 2005399 2152483 2289689 2059512 2220726 2156729 2039773 2176469 2221506 2044075 2186790 2105231 \
     2395588 1972048 2134614 2164140 2113193 2147852 2191074 2286761 2307787 2143948 1919781 2147467 2133870 \
     2146120 2108491 2184571 2121928 2219102 2124950 2246506 1961140 2155012",
];

fn params(given: Value) -> Params {
    let complete = complete_one(&SECTION, given).expect("acceptable parameters");
    serde_json::from_value(complete).expect("complete parameters are read")
}

/// Plays the video of Pensieve over a link of constant rate as `fixed_env.py`: 95 % of it is payload, and each chunk takes
/// 80 ms more. Returns the statistics and the time of the last chunk, seconds.
fn play(link_bps: f64, params: &Params) -> (Reports, f64) {
    let sizes = CHUNK_BYTES.map(|sizes| sizes.split(' ').collect::<Vec<_>>());
    let mut player = Player::new(params);
    let mut reports = Reports::default();
    let mut now = Time::ZERO;
    for chunk in 0..sizes[0].len() {
        let level = params
            .rates_bps
            .iter()
            .position(|&rate| rate == player.rate_bps());
        let sizes = &sizes[level.expect("a rate of the list")];
        let bytes = sizes[chunk].parse().expect("a number");
        let took = Span::from_s(bytes as f64 * 8.0 / (0.95 * link_bps) + 0.08);
        now += took;
        let received = player.receive(took, bytes);
        reports.record(&Report::Chunk(received), now, Time::ZERO);
        now += player.choose(params);
    }
    (reports, now.s())
}

/// Values computed independently from the two files of Pensieve, to their printed digits.
#[test]
fn a_buffer_based_player_has_the_figures_of_pensieve_on_constant_links() {
    for (link_mbps, qoe, stalled_s, switches, mean_kbps, end_s) in [
        (0.5, "-0.5365", "7.6637", 33, "459.4", "191.23"),
        (1.0, "0.2250", "3.8719", 33, "890.6", "185.82"),
        (2.0, "1.4376", "1.9759", 9, "1752.1", "181.74"),
        (4.0, "2.3694", "1.0280", 35, "3460.4", "178.42"),
        (8.0, "3.8452", "0.5540", 5, "3987.5", "132.60"),
    ] {
        let (Reports { video, .. }, end) = play(link_mbps * 1e6, &params(json!({})));
        assert_eq!(
            (video.chunks, video.switches),
            (48, switches),
            "{link_mbps}"
        );
        assert_eq!(format!("{:.4}", video.qoe().expect("chunks")), qoe);
        assert_eq!(format!("{:.4}", video.stalled_s()), stalled_s);
        assert_eq!(
            format!("{:.1}", video.rate_bps().expect("chunks") / 1e3),
            mean_kbps
        );
        assert_eq!(format!("{end:.2}"), end_s);
        // All stalls are before the first picture.
        assert_eq!(video.startup_s(), Some(video.stalled_s()));
    }
}

/// The harmonic mean of throughputs of 1 and 3 Mb/s is 1.5 Mb/s; with all of it the highest rate below is 1.2 Mb/s, and
/// with 2.5 times it 2.85 Mb/s.
#[test]
fn a_rate_based_player_takes_the_highest_rate_below_its_share_of_the_harmonic_mean() {
    for (share, rate_bps) in [(1.0, 1.2e6), (2.5, 2.85e6), (0.1, 0.3e6)] {
        let params = params(json!({ "algorithm": "rate_based", "rate_share": share }));
        let mut player = Player::new(&params);
        for seconds in [3.0, 1.0] {
            player.receive(Span::from_s(seconds), 375_000);
        }
        player.choose(&params);
        assert_eq!(player.rate_bps(), rate_bps, "{share}");
    }
}

#[test]
fn a_prediction_forgets_all_but_five_chunks() {
    let params = params(json!({ "algorithm": "rate_based", "rate_share": 1.0 }));
    let mut player = Player::new(&params);
    for seconds in [100.0, 1.0, 1.0, 1.0, 1.0, 1.0] {
        player.receive(Span::from_s(seconds), 250_000);
    }
    player.choose(&params);
    assert_eq!(player.rate_bps(), 1.85e6);
}

/// BOLA changes from one rate to the next where their scores are equal. With rates of 1, 10 and 100 Mb/s the utilities are
/// in proportion to 0, 1/2 and 1; with a minimum of 10 s and a largest buffer of 60 s the scores are (10 − Q) / 1,
/// (35 − Q) / 10 and (60 − Q) / 100: equal at Q = 65/9 = 7.22 s and at Q = 290/9 = 32.22 s.
#[test]
fn bola_changes_its_rate_at_equal_scores() {
    let params = params(json!({ "algorithm": "bola", "rates_bps": [1e6, 1e7, 1e8] }));
    let level = |buffer_s| by_bola(buffer_s, &params);
    assert_eq!([level(0.0), level(7.22), level(7.23)], [0, 0, 1]);
    assert_eq!([level(32.22), level(32.23), level(60.0)], [1, 2, 2]);
}

#[test]
fn a_full_buffer_makes_the_player_wait_in_whole_steps() {
    let params = params(json!({ "buffer_s": 5.0, "wait_step_s": 0.4 }));
    let mut player = Player::new(&params);
    let waits = [1.0, 1.0, 1.0].map(|seconds| {
        player.receive(Span::from_s(seconds), 1);
        player.choose(&params).s()
    });
    // Buffers of 4, 7 and 8 s: 0, 2 and 3 s too much.
    assert_eq!(waits, [0.0, 2.0, 3.2]);
}

#[test]
fn a_stall_before_the_measured_time_does_not_count() {
    let params = params(json!({}));
    let mut reports = Reports::default();
    let chunk = Player::new(&params).receive(Span::from_s(8.0), 1000);
    reports.record(&Report::Chunk(chunk), Time::from_s(9.0), Time::from_s(6.0));
    assert_eq!(reports.video.stalled_s(), 3.0);
    assert_eq!(reports.video.stalled_ratio(), Some(3.0 / 7.0));
    assert_eq!(reports.video.startup_s(), Some(8.0));
}
