# TCP flows and a Poisson source of UDP packets through one bottleneck in ns-2.35, for `npm run bench -- peers`.
#
# Usage: ns dumbbell.tcl key value ...    Prints one line of JSON; the shares are of the time after the warm-up.
#
# Each flow has a node and an access link of its own; all receivers are on one node behind the bottleneck. Packets have
# their size on the wire (`useHeaders_ false`), and manual routes and few headers keep a thousand nodes cheap.
remove-all-packet-headers
add-packet-header IP TCP RTP Flags

# Rates in bits per second, sizes in bytes, times in seconds. Each line of the file `flows` has an access delay and a start.
array set o {
  flows ""  rate 0  delay 0  buffer 0  access_rate 0  segment 0
  udp_rate 0  udp_packet 0  udp_access_rate 0  udp_access_delay 0
  duration 0  warmup 0
}
array set o $argv

set ns [new Simulator]
$ns use-scheduler Calendar
$ns rtproto Manual
Agent/TCP set useHeaders_ false
Agent/TCP set packetSize_ $o(segment)
Agent/TCP set window_ 1000000
Agent/TCP set windowInit_ 2
Agent/TCP set minrto_ 0.2
Queue/DropTail set summarystats_ false

proc link {from to rate delay} {
  global ns
  $ns simplex-link $from $to $rate $delay DropTail
  $ns queue-limit $from $to 1000000
}

# The bottleneck. ns-2 drops a packet if the waiting bytes with it are at least `limit_`, so that `limit_` is one more.
set r0 [$ns node]
set r1 [$ns node]
link $r0 $r1 $o(rate) $o(delay)
link $r1 $r0 $o(rate) $o(delay)
set queue [[$ns link $r0 $r1] queue]
$queue set queue_in_bytes_ true
$queue set mean_pktsize_ 1
$queue set limit_ [expr $o(buffer) + 1]
[$r0 get-module "Manual"] add-route-to-adj-node -default $r1
[$r1 get-module "Manual"] add-route-to-adj-node -default $r0
set monitor [$ns monitor-queue $r0 $r1 ""]

# Returns a node with an access link.
proc source {rate delay} {
  global ns r0
  set node [$ns node]
  link $node $r0 $rate $delay
  link $r0 $node $rate $delay
  [$node get-module "Manual"] add-route-to-adj-node -default $r0
  [$r0 get-module "Manual"] add-route-to-adj-node $node
  return $node
}

set file [open $o(flows)]
while {[gets $file line] >= 0} {
  set tcp [new Agent/TCP/Reno]
  set sink [new Agent/TCPSink]
  $ns attach-agent [source $o(access_rate) [lindex $line 0]] $tcp
  $ns attach-agent $r1 $sink
  $ns connect $tcp $sink
  $ns at [lindex $line 1] "$tcp send -1"
}
close $file

# Bursts of length 0 at a huge rate with exponential pauses are a Poisson process.
set udp [new Agent/UDP]
set udp_sink [new Agent/LossMonitor]
$ns attach-agent [source $o(udp_access_rate) $o(udp_access_delay)] $udp
$ns attach-agent $r1 $udp_sink
$ns connect $udp $udp_sink
set poisson [new Application/Traffic/Exponential]
$poisson set packetSize_ $o(udp_packet)
$poisson set burst_time_ 0
$poisson set idle_time_ [expr $o(udp_packet) * 8.0 / $o(udp_rate)]
$poisson set rate_ 1e15
$poisson attach-agent $udp
$ns at 0.0 "$poisson start"

# ns-2 counts bytes in 32 bits: they are added up before they overflow.
set bytes 0.0
set last 0
proc add_bytes {} {
  global ns monitor bytes last
  set now [expr {wide([$monitor set bdepartures_])}]
  set bytes [expr {$bytes + (($now - $last) & 0xffffffff)}]
  set last $now
}
proc keep_adding {} {
  global ns
  add_bytes
  $ns at [expr [$ns now] + 1] keep_adding
}
$ns at 0.0 keep_adding

# Counters so far: bytes, arrivals and drops of the queue, UDP packets received and missing.
proc counters {} {
  global monitor udp_sink bytes
  add_bytes
  return [list $bytes [$monitor set parrivals_] [$monitor set pdrops_] [$udp_sink set npkts_] [$udp_sink set nlost_]]
}
$ns at $o(warmup) {set before [counters]}
$ns at $o(duration) finish

proc finish {} {
  global o before monitor
  foreach now [counters] then $before name {bytes arrivals drops received missing} {
    set $name [expr {double($now - $then)}]
  }
  set utilization [expr {$bytes * 8 / ($o(rate) * ($o(duration) - $o(warmup)))}]
  set tcp_loss [expr {($drops - $missing) / ($arrivals - $received - $missing)}]
  set udp_loss [expr {$missing / ($received + $missing)}]
  puts [format {{"packets": %.0f, "utilization": %.5f, "tcp_loss": %.5f, "udp_loss": %.5f}} \
    [$monitor set pdepartures_] $utilization $tcp_loss $udp_loss]
  exit 0
}
$ns run
