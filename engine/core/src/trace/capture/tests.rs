//! Captures made here, byte by byte after the formats' descriptions.

use super::*;
use crate::trace::{Content, read as read_any};

/// A pcap of a link type: packets as (seconds, fraction, length on the wire, what was kept).
fn pcap(magic: u32, link: u32, packets: &[(u32, u32, u32, &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    for word in [magic, 0x0004_0002, 0, 0, 65_535, link] {
        file.extend(word.to_le_bytes());
    }
    for (s, fraction, length, data) in packets {
        for word in [*s, *fraction, data.len() as u32, *length] {
            file.extend(word.to_le_bytes());
        }
        file.extend(*data);
    }
    file
}

/// A block of pcapng.
fn block(kind: u32, body: &[u8]) -> Vec<u8> {
    let padded = body.len().div_ceil(4) * 4;
    let length = (12 + padded) as u32;
    let mut block = Vec::new();
    block.extend(kind.to_le_bytes());
    block.extend(length.to_le_bytes());
    block.extend(body);
    block.resize(8 + padded, 0);
    block.extend(length.to_le_bytes());
    block
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn section() -> Vec<u8> {
    block(0x0a0d_0d0a, &words(&[0x1a2b_3c4d, 1, u32::MAX, u32::MAX]))
}

/// A pcapng of one interface: packets as (microseconds, length on the wire, what was kept).
fn pcapng(link: u32, packets: &[(u32, u32, &[u8])]) -> Vec<u8> {
    let mut file = section();
    file.extend(block(1, &words(&[link, 0])));
    for (us, length, data) in packets {
        let mut body = words(&[0, 0, *us, data.len() as u32, *length]);
        body.extend(*data);
        file.extend(block(6, &body));
    }
    file
}

/// The first bytes of an Ethernet frame of a type.
fn frame(of: u16) -> Vec<u8> {
    [&[0; 12][..], &of.to_be_bytes()].concat()
}

fn steps(file: &[u8]) -> Result<Vec<(f64, f64)>, String> {
    let trace = read_any(Content::Packets, file).map_err(|error| error.to_string())?;
    let pair = |step: &Step| (step.at.s(), step.amount);
    Ok(trace.steps().iter().map(pair).collect())
}

#[test]
fn a_pcap_in_micro_or_nanoseconds_is_read_with_the_lengths_of_its_ip_packets() {
    let ip = frame(0x0800);
    for (magic, half) in [(0xa1b2_c3d4, 500_000), (0xa1b2_3c4d, 500_000_000)] {
        let file = pcap(
            magic,
            1,
            &[
                (7, 0, 1514, &ip),
                (7, half, 54, &ip),
                (9, 0, 60, &frame(0x0806)),
            ],
        );
        assert_eq!(steps(&file).unwrap(), [(0.0, 1500.0), (0.5, 40.0)]);
    }
}

#[test]
fn a_pcapng_is_read_too_and_packets_are_put_in_order() {
    let ip = frame(0x86dd);
    let file = pcapng(1, &[(2_000_000, 114, &ip), (1_000_000, 214, &ip)]);
    assert_eq!(steps(&file).unwrap(), [(0.0, 200.0), (1.0, 100.0)]);
}

#[test]
fn each_link_type_has_its_own_header() {
    let cooked = [&[0; 14][..], &[0x08, 0x00]].concat();
    let tagged = [&[0; 12][..], &[0x81, 0, 0, 5, 0x08, 0]].concat();
    for (link, data, header) in [
        (1, &tagged[..], 18),
        (101, &[0x45][..], 0),
        (12, &[0x45][..], 0),
        (113, &cooked[..], 16),
        (276, &[0x08, 0x00, 0, 0][..], 20),
        (0, &[2, 0, 0, 0][..], 4),
    ] {
        let file = pcap(0xa1b2_c3d4, link, &[(0, 0, 100, data)]);
        assert_eq!(
            steps(&file).unwrap(),
            [(0.0, f64::from(100 - header))],
            "{link}"
        );
    }
}

#[test]
fn a_packet_longer_than_the_first_buffer_is_read() {
    let long = [frame(0x0800), vec![0; 200_000]].concat();
    let file = pcap(0xa1b2_c3d4, 1, &[(0, 0, 1514, &long), (1, 0, 1014, &long)]);
    assert_eq!(steps(&file).unwrap(), [(0.0, 1500.0), (1.0, 1000.0)]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let ip = frame(0x0800);
    let good = pcap(0xa1b2_c3d4, 1, &[(0, 0, 1514, &ip), (1, 0, 1514, &ip)]);
    let wifi = pcap(0xa1b2_c3d4, 105, &[]);
    let mut nobody = section();
    nobody.extend(block(6, &words(&[3, 0, 0, 0, 60])));
    let mut simple = pcapng(1, &[]);
    simple.extend(block(3, &words(&[0])));
    let mut cut_short = section();
    cut_short.extend(words(&[0x8000_0001, 10, 20, 0]));
    let mut endless = good[..24].to_vec();
    endless.extend(words(&[0, 0, u32::MAX, u32::MAX]));
    for (file, begins) in [
        (&good[..good.len() - 1], "byte 54: "),
        (&good[..10], "byte 0: "),
        (&wifi[..], "byte 0: link type 105"),
        (&nobody[..], "byte 28: a packet is of interface 3"),
        (&simple[..], "byte 48: a packet without a time"),
        (&endless[..], "byte 24: "),
        (&cut_short[..], "byte 28: this is no block"),
        (&pcap(0xa1b2_c3d4, 1, &[])[..], "has no data"),
        (
            &pcap(0xa1b2_c3d4, 1, &[(0, 0, 60, &ip), (u32::MAX, 0, 60, &ip)])[..],
            "byte 54: ",
        ),
    ] {
        let told = steps(file).unwrap_err();
        assert!(told.starts_with(begins), "{told} for {begins}");
    }
}
