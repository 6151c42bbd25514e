// TCP flows and a Poisson source of UDP packets through one bottleneck in ns-3.37, for `npm run bench -- peers`.
//
// Usage: dumbbell --key=value ...    Prints one line of JSON; the shares are of the time after the warm-up.
//
// Each flow has a node and an access link of its own. Nodes are put together by hand, so that the queue of a device is
// its only queue. Textbook scripts search lists of all flows for each packet: here routes are in a hash table, and twenty
// receivers share a node.
#include <cstdio>
#include <fstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <unistd.h>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

using namespace ns3;

// Routes by address of the destination. ns-3's own are a list.
class MapRouting : public Ipv4RoutingProtocol {
public:
  static TypeId GetTypeId() {
    static TypeId id = TypeId("MapRouting").SetParent<Ipv4RoutingProtocol>();
    return id;
  }
  void Add(Ipv4Address to, Ptr<Ipv4Route> route) { routes[to.Get()] = route; }
  void Default(Ptr<Ipv4Route> route) { otherwise = route; }
  void Local(Ipv4Address address) { own.insert(address.Get()); }

  Ptr<Ipv4Route> RouteOutput(Ptr<Packet>, const Ipv4Header &header, Ptr<NetDevice>,
                             Socket::SocketErrno &error) override {
    auto route = Find(header.GetDestination());
    error = route ? Socket::ERROR_NOTERROR : Socket::ERROR_NOROUTETOHOST;
    return route;
  }
  bool RouteInput(Ptr<const Packet> packet, const Ipv4Header &header, Ptr<const NetDevice> device,
                  UnicastForwardCallback forward, MulticastForwardCallback, LocalDeliverCallback deliver,
                  ErrorCallback) override {
    if (own.count(header.GetDestination().Get()))
      deliver(packet, header, ipv4->GetInterfaceForDevice(device));
    else
      forward(Find(header.GetDestination()), packet, header);
    return true;
  }
  void NotifyInterfaceUp(uint32_t) override {}
  void NotifyInterfaceDown(uint32_t) override {}
  void NotifyAddAddress(uint32_t, Ipv4InterfaceAddress) override {}
  void NotifyRemoveAddress(uint32_t, Ipv4InterfaceAddress) override {}
  void SetIpv4(Ptr<Ipv4> of) override { ipv4 = of; }
  void PrintRoutingTable(Ptr<OutputStreamWrapper>, Time::Unit) const override {}

private:
  Ptr<Ipv4Route> Find(Ipv4Address to) const {
    auto found = routes.find(to.Get());
    return found == routes.end() ? otherwise : found->second;
  }

  std::unordered_map<uint32_t, Ptr<Ipv4Route>> routes;
  std::unordered_set<uint32_t> own;
  Ptr<Ipv4Route> otherwise;
  Ptr<Ipv4> ipv4;
};

static Ptr<MapRouting> Routes(Ptr<Node> node) {
  return DynamicCast<MapRouting>(node->GetObject<Ipv4>()->GetRoutingProtocol());
}

static void AddProtocol(Ptr<Node> node, const char *type) {
  ObjectFactory factory;
  factory.SetTypeId(type);
  node->AggregateObject(factory.Create<Object>());
}

static Ptr<Node> NewNode() {
  auto node = CreateObject<Node>();
  for (auto type : {"ns3::ArpL3Protocol", "ns3::Ipv4L3Protocol", "ns3::Icmpv4L4Protocol"})
    AddProtocol(node, type);
  node->GetObject<Ipv4>()->SetRoutingProtocol(CreateObject<MapRouting>());
  auto control = CreateObject<TrafficControlLayer>();
  node->AggregateObject(control);
  for (auto type : {"ns3::UdpL4Protocol", "ns3::TcpL4Protocol"})
    AddProtocol(node, type);
  node->GetObject<ArpL3Protocol>()->SetTrafficControl(control);
  return node;
}

// A link in both directions: the devices of its two ends, and their addresses.
struct Link {
  Ptr<PointToPointNetDevice> device[2];
  Ipv4Address address[2];

  // Route from one end to the other.
  Ptr<Ipv4Route> RouteFrom(int end) const {
    auto route = Create<Ipv4Route>();
    route->SetSource(address[end]);
    route->SetGateway(address[1 - end]);
    route->SetOutputDevice(device[end]);
    return route;
  }
};

static Link Connect(Ptr<Node> a, Ptr<Node> b, double rate, double delay) {
  static uint32_t next = Ipv4Address("10.0.0.0").Get();
  auto channel = CreateObject<PointToPointChannel>();
  channel->SetAttribute("Delay", TimeValue(Seconds(delay)));
  Ptr<Node> ends[] = {a, b};
  Link link;
  for (uint32_t end = 0; end < 2; end++) {
    auto device = CreateObject<PointToPointNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetDataRate(DataRate(uint64_t(rate)));
    auto queue = CreateObject<DropTailQueue<Packet>>();
    queue->SetMaxSize(QueueSize("10000000p"));
    device->SetQueue(queue);
    ends[end]->AddDevice(device);
    device->Attach(channel);
    link.device[end] = device;
    link.address[end] = Ipv4Address(next + 1 + end);
    auto ipv4 = ends[end]->GetObject<Ipv4>();
    auto interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(link.address[end], Ipv4Mask("255.255.255.252")));
    ipv4->SetUp(interface);
    Routes(ends[end])->Local(link.address[end]);
  }
  next += 4;
  return link;
}

// A node behind `router`, to which it sends everything; returns its address too.
static std::pair<Ptr<Node>, Ipv4Address> Attach(Ptr<Node> router, double rate, double delay) {
  auto node = NewNode();
  auto link = Connect(node, router, rate, delay);
  Routes(node)->Default(link.RouteFrom(0));
  Routes(router)->Add(link.address[0], link.RouteFrom(1));
  return {node, link.address[0]};
}

// Counts of the bottleneck's queue. Packets of UDP are known by their size.
struct Counts {
  double tcp_arrivals = 0, tcp_drops = 0, udp_arrivals = 0, udp_drops = 0, packets = 0, bytes = 0;
};
static Counts counts;
static uint32_t udp_packet = 0;

static void OnArrival(Ptr<const Packet> packet) {
  (packet->GetSize() == udp_packet ? counts.udp_arrivals : counts.tcp_arrivals)++;
}
static void OnDrop(Ptr<const Packet> packet) {
  OnArrival(packet);
  (packet->GetSize() == udp_packet ? counts.udp_drops : counts.tcp_drops)++;
}
static void OnDeparture(Ptr<const Packet> packet) {
  counts.packets++;
  counts.bytes += packet->GetSize();
}

// Headers of PPP and IPv4, with those of TCP or UDP.
constexpr uint32_t TCP_HEADERS = 2 + 20 + 20, UDP_HEADERS = 2 + 20 + 8;

static void Configure(uint32_t payload) {
  // A sender fills its buffer with data: a larger one only costs memory.
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(200 * payload));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(4 << 20));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(payload));
  Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
  Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(0.2)));
  Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
  Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TypeId::LookupByName("ns3::TcpLinuxReno")));
  Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TypeId::LookupByName("ns3::TcpClassicRecovery")));
}

static void Start(Ptr<Node> node, Ptr<Application> application, double at) {
  node->AddApplication(application);
  application->SetStartTime(Seconds(at));
}

static void SendPoisson(Ptr<Socket> socket, uint32_t payload, Ptr<ExponentialRandomVariable> pause) {
  socket->Send(Create<Packet>(payload));
  Simulator::Schedule(Seconds(pause->GetValue()), &SendPoisson, socket, payload, pause);
}

int main(int argc, char **argv) {
  // Rates in bits per second, sizes in bytes, times in seconds. Each line of the file `flows` has an access delay and a
  // start.
  std::string flows;
  double rate = 0, delay = 0, access_rate = 0, udp_rate = 0, udp_access_rate = 0, udp_access_delay = 0;
  double duration = 0, warmup = 0;
  uint32_t buffer = 0, segment = 0;
  CommandLine options;
  options.AddValue("flows", "", flows);
  options.AddValue("rate", "", rate);
  options.AddValue("delay", "", delay);
  options.AddValue("buffer", "", buffer);
  options.AddValue("access_rate", "", access_rate);
  options.AddValue("segment", "", segment);
  options.AddValue("udp_rate", "", udp_rate);
  options.AddValue("udp_packet", "", udp_packet);
  options.AddValue("udp_access_rate", "", udp_access_rate);
  options.AddValue("udp_access_delay", "", udp_access_delay);
  options.AddValue("duration", "", duration);
  options.AddValue("warmup", "", warmup);
  options.Parse(argc, argv);
  const uint32_t payload = segment - TCP_HEADERS;
  Configure(payload);

  auto r0 = NewNode(), r1 = NewNode();
  auto bottleneck = Connect(r0, r1, rate, delay);
  Routes(r0)->Default(bottleneck.RouteFrom(0));
  Routes(r1)->Default(bottleneck.RouteFrom(1));
  auto queue = bottleneck.device[0]->GetQueue();
  queue->SetMaxSize(QueueSize(std::to_string(buffer) + "B"));
  queue->TraceConnectWithoutContext("Enqueue", MakeCallback(&OnArrival));
  queue->TraceConnectWithoutContext("Drop", MakeCallback(&OnDrop));
  queue->TraceConnectWithoutContext("Dequeue", MakeCallback(&OnDeparture));

  std::ifstream file(flows);
  std::pair<Ptr<Node>, Ipv4Address> receivers;
  double access_delay, start;
  for (uint32_t flow = 0; file >> access_delay >> start; flow++) {
    if (flow % 20 == 0)
      receivers = Attach(r1, 10e9, 0);
    auto [node, _] = Attach(r0, access_rate, access_delay);
    const uint16_t port = 5000 + flow;
    auto sink = CreateObject<PacketSink>();
    sink->SetAttribute("Protocol", TypeIdValue(TcpSocketFactory::GetTypeId()));
    sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), port)));
    Start(receivers.first, sink, 0);
    auto source = CreateObject<BulkSendApplication>();
    source->SetAttribute("Protocol", TypeIdValue(TcpSocketFactory::GetTypeId()));
    source->SetAttribute("Remote", AddressValue(InetSocketAddress(receivers.second, port)));
    source->SetAttribute("SendSize", UintegerValue(payload));
    Start(node, source, start);
  }

  auto [udp_node, _] = Attach(r0, udp_access_rate, udp_access_delay);
  auto server = CreateObject<UdpServer>();
  server->SetAttribute("Port", UintegerValue(9));
  Start(r1, server, 0);
  auto socket = Socket::CreateSocket(udp_node, UdpSocketFactory::GetTypeId());
  socket->Connect(InetSocketAddress(bottleneck.address[1], 9));
  auto pause = CreateObject<ExponentialRandomVariable>();
  pause->SetAttribute("Mean", DoubleValue(udp_packet * 8.0 / udp_rate));
  Simulator::Schedule(Seconds(0), &SendPoisson, socket, udp_packet - UDP_HEADERS, pause);

  Counts before;
  Simulator::Schedule(Seconds(warmup), [&] { before = counts; });
  Simulator::Stop(Seconds(duration));
  Simulator::Run();
  auto loss = [](double drops, double arrivals) { return arrivals > 0 ? drops / arrivals : 0; };
  printf("{\"packets\": %.0f, \"utilization\": %.5f, \"tcp_loss\": %.5f, \"udp_loss\": %.5f}\n", counts.packets,
         (counts.bytes - before.bytes) * 8 / (rate * (duration - warmup)),
         loss(counts.tcp_drops - before.tcp_drops, counts.tcp_arrivals - before.tcp_arrivals),
         loss(counts.udp_drops - before.udp_drops, counts.udp_arrivals - before.udp_arrivals));
  fflush(stdout);
  // The destruction of a thousand nodes would be measured too.
  _exit(0);
}
