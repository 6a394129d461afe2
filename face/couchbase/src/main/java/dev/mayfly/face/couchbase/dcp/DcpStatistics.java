package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.bucket.Bucket;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/** The numbers of DCP connections by the names that clients have for them. */
final class DcpStatistics {
    private DcpStatistics() {}

    static void write(Bucket bucket, Collection<DcpProducer> producers, BiConsumer<String, Object> to) {
        List<DcpProducer> own =
                producers.stream().filter(each -> each.bucket().equals(bucket)).toList();
        to.accept("ep_dcp_count", own.size());
        to.accept("ep_dcp_producer_count", own.size());
        to.accept("ep_dcp_consumer_count", 0);
        to.accept(
                "ep_dcp_total_bytes",
                own.stream().mapToLong(each -> each.flow().sent()).sum());
        own.forEach(each -> write(each, to));
    }

    private static void write(DcpProducer producer, BiConsumer<String, Object> to) {
        String name = "eq_dcpq:" + producer.name() + ":";
        FlowWindow flow = producer.flow();
        to.accept(name + "type", "producer");
        to.accept(name + "connected", true);
        to.accept(name + "flow_control", flow.size() == 0 ? "disabled" : "enabled");
        to.accept(name + "max_buffer_bytes", flow.size());
        to.accept(name + "unacked_bytes", flow.unacknowledged());
        to.accept(name + "paused", !flow.isOpen());
        to.accept(name + "total_bytes_sent", flow.sent());
        to.accept(name + "noop_enabled", producer.controls().sendsNoops());
        to.accept(name + "num_streams", producer.streams().size());
        to.accept(
                name + "items_sent",
                producer.streams().stream().mapToLong(DcpStream::items).sum());
        to.accept(name + "items_remaining", remaining(producer));
        for (DcpStream stream : producer.streams()) {
            String one = name + "stream_" + stream.name().vBucket() + "_";
            to.accept(one + "opaque", stream.name().opaque());
            to.accept(one + "start_seqno", stream.startedFrom());
            to.accept(one + "end_seqno", Long.toUnsignedString(stream.end()));
            to.accept(one + "last_read_seqno", stream.position());
            to.accept(one + "state", stream.isBackfill() ? "backfilling" : "in-memory");
            to.accept(one + "items_sent", stream.items());
        }
    }

    /** The number of streams that have not been sent all there is; how many changes that is, nobody counts. */
    private static long remaining(DcpProducer producer) {
        return producer.streams().stream()
                .filter(each -> each.position()
                        < producer.bucket().changes().high(each.name().vBucket()))
                .count();
    }
}
