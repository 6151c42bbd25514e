//! Captures made here, byte by byte after the formats' descriptions.

use crate::trace::{Content, Step, read as read_any};

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

/// A header of IPv4 of this total length, with its checksum.
fn ip4(total: u16) -> Vec<u8> {
    let mut header = vec![
        0x45, 0, 0, 0, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
    ];
    header[2..4].copy_from_slice(&total.to_be_bytes());
    let sum = header
        .chunks(2)
        .map(|it| u32::from(it[0]) << 8 | u32::from(it[1]));
    let sum: u32 = sum.sum();
    let sum = !((sum & 0xffff) + (sum >> 16)) as u16;
    header[10..12].copy_from_slice(&sum.to_be_bytes());
    header
}

/// A header of IPv6 of this payload length and next header.
fn ip6(payload: u16, next: u8) -> Vec<u8> {
    let mut header = vec![0; 40];
    header[0] = 0x60;
    header[4..6].copy_from_slice(&payload.to_be_bytes());
    header[6] = next;
    header
}

fn notes(file: &[u8]) -> Vec<String> {
    let trace = read_any(Content::Packets, file).expect("a capture");
    let notes = trace.notes().iter();
    notes.map(|note| note.message.clone()).collect()
}

/// Amounts of a pcap of a link type with these frames, as (length on the wire, what was kept), a second apart.
fn amounts(link: u32, frames: &[(u32, Vec<u8>)]) -> Vec<f64> {
    let packets: Vec<(u32, u32, u32, &[u8])> = (0..)
        .zip(frames)
        .map(|(s, (wire, kept))| (s, 0, *wire, &kept[..]))
        .collect();
    let steps = steps(&pcap(0xa1b2_c3d4, link, &packets)).expect("packets");
    steps.iter().map(|(_, amount)| *amount).collect()
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
    let long = [frame(0x0800), vec![0x45, 0], vec![0; 200_000]].concat();
    let long = |total: u16| {
        let mut long = long.clone();
        long[16..18].copy_from_slice(&total.to_be_bytes());
        long
    };
    // Frames that no wire carries: their lengths count.
    let file = pcap(
        0xa1b2_c3d4,
        1,
        &[(0, 0, 40_014, &long(1500)), (1, 0, 40_014, &long(1000))],
    );
    let steps = steps(&file).unwrap();
    assert_eq!(steps, [(0.0, 65_535.0), (1.0, 65_535.0)]);
}

#[test]
fn errors_name_their_place() {
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
        (&good[..10], "byte 0: "),
        (&wifi[..], "byte 0: link type 105"),
        (&nobody[..], "byte 28: a packet is of interface 3"),
        (&simple[..], "byte 48: a packet without a time"),
        (&endless[..], "byte 24: "),
        (&cut_short[..], "byte 28: this is no block"),
        (&pcap(0xa1b2_c3d4, 1, &[])[..], "holds no packets"),
        (
            &good[..good.len() / 2 + 10],
            "holds no packets. The file ends within the packet at byte 24",
        ),
        (
            &pcap(0xa1b2_c3d4, 1, &[(0, 0, 60, &ip), (u32::MAX, 0, 60, &ip)])[..],
            "byte 54: ",
        ),
    ] {
        let stated = steps(file).unwrap_err();
        assert!(stated.starts_with(begins), "{stated} for {begins}");
    }
}

#[test]
fn packet_length_comes_from_the_ip_header() {
    let of = |kind: u16, ip: Vec<u8>, padding: usize| {
        let frame = [frame(kind), ip, vec![0; padding]].concat();
        (frame.len() as u32, frame)
    };
    let kept = |wire: u32, ip: Vec<u8>| (wire, [frame(0x0800), ip].concat());
    let got = amounts(
        1,
        &[
            // Padded to 60 bytes, with a check sequence of 4 bytes, and with a trailer.
            of(0x0800, ip4(40), 20 + 6),
            of(0x0800, ip4(40), 20 + 6 + 4),
            of(0x86dd, ip6(3, 17), 3 + 3 + 12),
            of(0x86dd, ip6(0, 59), 6),
            kept(1518, ip4(1500)),
            // Kept in part: what was on the wire counts.
            kept(9014, ip4(9000)),
            kept(65_549, ip4(65_535)),
        ],
    );
    assert_eq!(got, [40.0, 40.0, 43.0, 40.0, 1500.0, 9000.0, 65_535.0]);
    // The check sequence in the upper bits of the link type: two words of 16 bits.
    let fcs = [frame(0x0800), ip4(100), vec![0; 84]].concat();
    assert_eq!(amounts(0x2400_0001, &[(118, fcs)]), [100.0]);
}

#[test]
fn a_packet_that_a_network_card_was_to_cut_counts_with_its_frame_and_is_said() {
    let frame4 = |ip: Vec<u8>| [frame(0x0800), ip].concat();
    let frame6 = |ip: Vec<u8>| [frame(0x86dd), ip].concat();
    let jumbo = [ip6(0, 0), vec![17, 0, 0xc2, 4, 0, 0, 0xea, 0x60]].concat();
    let frames = [
        (30_014, frame4(ip4(0))),
        (70_014, frame4(ip4(0))),
        (29_014, frame4(ip4(1500))),
        (20_054, frame6(ip6(0, 6))),
        (60_054, frame6(jumbo)),
    ];
    assert_eq!(
        amounts(1, &frames),
        [30_000.0, 65_535.0, 29_000.0, 20_040.0, 60_040.0]
    );
    let packets: Vec<(u32, u32, u32, &[u8])> = frames
        .iter()
        .map(|(wire, kept)| (0, 0, *wire, &kept[..]))
        .collect();
    let said = notes(&pcap(0xa1b2_c3d4, 1, &packets));
    assert!(
        said[0].starts_with("3 packets (the first at byte 24)"),
        "{said:?}"
    );
    assert!(
        said[1].starts_with("1 packet (at byte 74) is longer than 65,535"),
        "{said:?}"
    );
}

#[test]
fn tags_labels_and_sessions_before_the_packet_are_no_part_of_it() {
    let ethernet = |between: &[u8], ip: &[u8]| [&[0; 12][..], between, ip].concat();
    let label = |label: u32, last: u32| (label << 12 | last << 8 | 64).to_be_bytes();
    let mpls = |labels: &[[u8; 4]], ip: &[u8]| {
        ethernet(&[&[0x88, 0x47][..], &labels.concat()].concat(), ip)
    };
    let pppoe = [0x88, 0x64, 0x11, 0, 0, 1, 0, 42, 0x00, 0x21];
    let (ip, ipv6) = (ip4(40), [ip6(8, 17), vec![0; 8]].concat());
    for (name, link, kept, bytes) in [
        ("802.1Q", 1, ethernet(&[0x81, 0, 0, 5, 0x08, 0], &ip), 40.0),
        (
            "802.1ad",
            1,
            ethernet(&[0x88, 0xa8, 0, 5, 0x81, 0, 0, 6, 0x86, 0xdd], &ipv6),
            48.0,
        ),
        (
            "three tags",
            1,
            ethernet(&[0x91, 0, 0, 5, 0x81, 0, 0, 6, 0x81, 0, 0, 7, 0x08, 0], &ip),
            40.0,
        ),
        ("PPPoE", 1, ethernet(&pppoe, &ip), 40.0),
        (
            "tagged PPPoE",
            1,
            ethernet(&[&[0x81, 0, 0, 5][..], &pppoe].concat(), &ip),
            40.0,
        ),
        ("one label", 1, mpls(&[label(16, 1)], &ip), 40.0),
        (
            "three labels",
            1,
            mpls(&[label(16, 0), label(17, 0), label(18, 1)], &ip),
            40.0,
        ),
        (
            "IPv6 behind labels",
            1,
            mpls(&[label(16, 0), label(18, 1)], &ipv6),
            48.0,
        ),
        ("explicit null", 1, mpls(&[label(2, 1)], &ipv6), 48.0),
        (
            "SNAP",
            1,
            ethernet(&[0, 60, 0xaa, 0xaa, 3, 0, 0, 0, 0x08, 0], &ip),
            40.0,
        ),
        (
            "cooked with a tag",
            113,
            [&[0; 14][..], &[0x81, 0, 0, 5, 0x08, 0], &ip].concat(),
            40.0,
        ),
        (
            "cooked 2 with a tag",
            276,
            [&[0x81, 0][..], &[0; 18], &[0, 5, 0x86, 0xdd], &ipv6].concat(),
            48.0,
        ),
        ("PPP", 9, [&[0xff, 3, 0, 0x21][..], &ip].concat(), 40.0),
        ("PPP, short protocol", 50, [&[0x21][..], &ip].concat(), 40.0),
        (
            "Cisco HDLC",
            104,
            [&[0x0f, 0, 0x86, 0xdd][..], &ipv6].concat(),
            48.0,
        ),
        ("raw", 101, ipv6.clone(), 48.0),
        (
            "loopback of BSD",
            0,
            [&[0, 0, 0, 30][..], &ipv6].concat(),
            48.0,
        ),
    ] {
        // Some bytes of padding behind it.
        let wire = kept.len() as u32 + if bytes > 40.0 { 0 } else { 20 };
        assert_eq!(amounts(link, &[(wire + 3, kept)]), [bytes], "{name}");
    }
}

#[test]
fn skipped_packets_are_counted_by_reason() {
    let ip = [frame(0x0800), ip4(40)].concat();
    let mut wrong_sum = ip4(40);
    wrong_sum[10] ^= 1;
    let labeled = [frame(0x8847), vec![0, 1, 1, 64], wrong_sum].concat();
    let version = [frame(0x0800), vec![0x65; 20]].concat();
    let (arp, stp, short) = (frame(0x0806), frame(0x0026), vec![0; 9]);
    let file = |frames: &[&Vec<u8>]| {
        let packets: Vec<(u32, u32, u32, &[u8])> = (0..)
            .zip(frames)
            .map(|(s, kept)| (s, 0, 60, &kept[..]))
            .collect();
        pcap(0xa1b2_c3d4, 1, &packets)
    };
    let mixed = file(&[&ip, &arp, &labeled, &stp, &version, &short, &ip]);
    assert_eq!(steps(&mixed).unwrap(), [(0.0, 40.0), (6.0, 40.0)]);
    let said = notes(&mixed);
    let wanted = [
        ("2 packets (the first at byte 74)", "carry another protocol"),
        ("1 packet (at byte 104)", "lies behind MPLS labels"),
        ("1 packet (at byte 238)", "was kept too short"),
        (
            "1 packet (at byte 188)",
            "has an IP header with a wrong version",
        ),
    ];
    assert_eq!(said.len(), wanted.len());
    for (said, (count, text)) in said.iter().zip(wanted) {
        assert!(said.starts_with(count) && said.contains(text), "{said}");
    }
    let none = steps(&file(&[&arp, &labeled, &arp])).unwrap_err();
    assert!(
        none.starts_with("holds no IP packets that can be played, only 2 of another protocol, such as ARP, 1 behind MPLS"),
        "{none}"
    );
}

#[test]
fn an_old_packet_block_is_read_in_either_order_of_bytes() {
    let ip = [frame(0x0800), ip4(1500)].concat();
    let kept = ip.len() as u32;
    let mut little = pcapng(1, &[(0, 1514, &ip)]);
    let mut body = words(&[7 << 16, 0, 500_000, kept, 1514]);
    body.extend(&ip);
    little.extend(block(2, &body));
    assert_eq!(steps(&little).unwrap(), [(0.0, 1500.0), (0.5, 1500.0)]);
    // The same section in the other order: every word is swapped, the bytes of packets are not.
    let swap =
        |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|it| it.to_be_bytes()).collect() };
    let mut big = swap(&[
        0x0a0d_0d0a,
        28,
        0x1a2b_3c4d,
        0x0001_0000,
        u32::MAX,
        u32::MAX,
        28,
    ]);
    big.extend(swap(&[1, 20, 1 << 16, 0, 20]));
    let padded = [&ip[..], &[0, 0]].concat();
    let length = 32 + padded.len() as u32;
    big.extend(swap(&[2, length, 7, 0, 0, kept, 1514]));
    big.extend(&padded);
    big.extend(swap(&[length]));
    assert_eq!(steps(&[little, big].concat()).unwrap().len(), 3);
}

#[test]
fn a_clock_counts_in_powers_of_two_or_ten() {
    let ip = [frame(0x0800), ip4(100)].concat();
    for (resolution, second) in [
        (0x8a_u8, 1_u64 << 10),
        (0xa0, 1 << 32),
        (9, 1_000_000_000),
        (0, 1),
    ] {
        let mut file = section();
        // Link type 1, a snapshot length, if_tsresol (9) of one byte, the end of options.
        file.extend(block(
            1,
            &words(&[1, 0, 1 << 16 | 9, u32::from(resolution), 0]),
        ));
        for ticks in [0, second, second * 3] {
            let mut body = words(&[0, (ticks >> 32) as u32, ticks as u32, ip.len() as u32, 114]);
            body.extend(&ip);
            file.extend(block(6, &body));
        }
        let times: Vec<f64> = steps(&file).unwrap().iter().map(|(at, _)| *at).collect();
        assert_eq!(times, [0.0, 1.0, 3.0], "{resolution:#x}");
    }
}

#[test]
fn a_last_packet_that_is_cut_off_is_left_out_with_a_note() {
    let ip = [frame(0x0800), ip4(1500), vec![0; 1480]].concat();
    let old = pcap(
        0xa1b2_c3d4,
        1,
        &[(0, 0, 1514, &ip), (1, 0, 1514, &ip), (2, 0, 1514, &ip)],
    );
    let new = pcapng(
        1,
        &[
            (0, 1514, &ip),
            (1_000_000, 1514, &ip),
            (2_000_000, 1514, &ip),
        ],
    );
    for file in [old, new] {
        let last = file
            .windows(4)
            .rposition(|it| it == [0x45, 0, 5, 0xdc])
            .unwrap();
        for left in [file.len() - 1, last, last - 20] {
            let cut = &file[..left];
            assert_eq!(
                steps(cut).unwrap(),
                [(0.0, 1500.0), (1.0, 1500.0)],
                "{left}"
            );
            let said = notes(cut);
            assert!(
                said[0].starts_with("The file ends within the packet at byte"),
                "{said:?}"
            );
        }
        assert_eq!(notes(&file), [""; 0]);
    }
}

#[test]
fn an_interface_of_another_link_leaves_those_beside_it_readable() {
    let ip = [frame(0x0800), ip4(1500)].concat();
    let mut file = section();
    for link in [189, 1] {
        file.extend(block(1, &words(&[link, 0])));
    }
    for (interface, us) in [(1, 0), (0, 500_000), (1, 1_000_000)] {
        let mut body = words(&[interface, 0, us, ip.len() as u32, 1514]);
        body.extend(&ip);
        file.extend(block(6, &body));
    }
    assert_eq!(steps(&file).unwrap(), [(0.0, 1500.0), (1.0, 1500.0)]);
    assert!(notes(&file)[0].contains("link type is not read"));
}
