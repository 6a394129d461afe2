package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.FailoverLog;
import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommandTable;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** The requests of DCP: its table of contents. */
public final class DcpCommands {
    private static final int OPEN_EXTRAS_BYTES = 8;
    private static final int NAME_BYTES_MAX = 200;

    /** By bucket and name: a connection takes the place of an older one of its name. */
    private final Map<String, DcpProducer> producers = new ConcurrentHashMap<>();

    public static DcpCommands addTo(KvCommandTable commands) {
        DcpCommands all = new DcpCommands();
        RequestShape bucket = RequestShape.bucket(Privilege.LOGIN);
        commands.add(
                        Opcode.DCP_OPEN,
                        new BlockingCommand(
                                bucket.extras(OPEN_EXTRAS_BYTES).withKey().anyValue(), all::open))
                .add(Opcode.DCP_CONTROL, new BlockingCommand(bucket.withKey().someValue(), DcpCommands::control))
                .add(
                        Opcode.DCP_STREAM_REQUEST,
                        new BlockingCommand(
                                bucket.extras(StreamRequest.EXTRAS_BYTES)
                                        .noKey()
                                        .anyValue(),
                                DcpCommands::stream))
                .add(Opcode.DCP_CLOSE_STREAM, new BlockingCommand(bucket.noKey().anyValue(), DcpCommands::closeStream))
                .add(
                        Opcode.DCP_GET_FAILOVER_LOG,
                        new BlockingCommand(bucket.noKey().noValue(), DcpCommands::failovers))
                .add(
                        Opcode.DCP_BUFFER_ACKNOWLEDGEMENT,
                        new BlockingCommand(bucket.extras(Integer.BYTES).noKey().noValue(), DcpCommands::acknowledge))
                .add(Opcode.DCP_NOOP, new BlockingCommand(bucket.noKey().noValue(), _ -> KvResponse.success()));
        for (Opcode opcode : List.of(
                Opcode.DCP_ADD_STREAM,
                Opcode.DCP_SNAPSHOT_MARKER,
                Opcode.DCP_MUTATION,
                Opcode.DCP_DELETION,
                Opcode.DCP_EXPIRATION,
                Opcode.DCP_STREAM_END,
                Opcode.DCP_SYSTEM_EVENT,
                Opcode.DCP_SEQNO_ADVANCED)) {
            commands.add(opcode, new BlockingCommand(ANY, _ -> {
                throw new StatusException(Status.NOT_SUPPORTED, "This server takes nothing by DCP: it sends alone");
            }));
        }
        return all;
    }

    private static final RequestShape ANY =
            RequestShape.bucket(Privilege.LOGIN).extras(0, 4, 8, 9, 13, 17, 18, 20, 21, 31, 36, 44);

    /** Tells the numbers of a bucket's connections. */
    public void statistics(Bucket bucket, BiConsumer<String, Object> to) {
        DcpStatistics.write(bucket, producers.values(), to);
    }

    private KvResponse open(KvCall call) {
        KvRequest request = call.request();
        Bucket bucket = call.bucket();
        ProducerFlags flags = new ProducerFlags(request.extrasInt(4));
        if (!flags.isProducer() || !bucket.changes().canFollow()) {
            throw new StatusException(
                    Status.NOT_SUPPORTED,
                    flags.isProducer()
                            ? "The changes of a bucket are not in order where several servers write it"
                            : "This server takes nothing by DCP: it sends alone");
        }
        boolean isValid = flags.isKnown() && request.wholeKeyLength() <= NAME_BYTES_MAX;
        if (!isValid || call.session().companion() != null) {
            throw new StatusException(Status.EINVAL, "The connection cannot be opened so, or was opened before");
        }
        boolean may = call.may(Privilege.DCP)
                || bucket.collections().stream().anyMatch(each -> call.may(Privilege.DCP, each));
        if (!may) {
            throw new StatusException(Status.EACCESS, "Authorization failure: can't execute the operation");
        }
        bucket.changes().follow();
        String key = bucket.uuid() + "/" + request.keyText();
        DcpProducer[] made = new DcpProducer[1];
        DcpProducer producer =
                new DcpProducer(call.session(), bucket, request.keyText(), flags, () -> producers.remove(key, made[0]));
        made[0] = producer;
        DcpProducer older = producers.put(key, producer);
        if (older != null) {
            older.disconnect();
        }
        call.session().accompany(producer);
        producer.start();
        return KvResponse.success();
    }

    private static DcpProducer producer(KvCall call) {
        if (call.session().companion() instanceof DcpProducer producer) {
            return producer;
        }
        throw new StatusException(Status.EINVAL, "The connection was not opened for DCP");
    }

    private static KvResponse control(KvCall call) {
        DcpProducer producer = producer(call);
        producer.controls()
                .set(
                        call.session(),
                        producer.flow(),
                        !producer.streams().isEmpty(),
                        call.request().keyText(),
                        call.request().valueText());
        producer.wake();
        return KvResponse.success();
    }

    private static KvResponse acknowledge(KvCall call) {
        DcpProducer producer = producer(call);
        producer.flow().acknowledged(Integer.toUnsignedLong(call.request().extrasInt(0)));
        producer.wake();
        call.answerNothing();
        return KvResponse.success();
    }

    private static KvResponse stream(KvCall call) {
        DcpProducer producer = producer(call);
        Bucket bucket = producer.bucket();
        KvRequest request = call.request();
        int vBucket = request.vbucket();
        if (vBucket >= bucket.vBuckets()) {
            return NotMyVBucket.answer(call.session(), bucket);
        }
        boolean knowsCollections = call.session().has(Feature.COLLECTIONS);
        StreamFilter filter =
                StreamFilter.read(bucket, knowsCollections, producer.controls().sendsFlatEvents(), request.value());
        if ((filter.name() != 0) != producer.controls().namesStreams()) {
            throw new StatusException(Status.DCP_STREAM_ID_INVALID, "The stream must be named, or must not be");
        }
        requireAll(call, bucket, filter);
        StreamRequest wanted =
                StreamRequest.read(request).resolved(bucket.changes().high(vBucket));
        long rollback = wanted.rollback(bucket.changes(), vBucket, filter.knownPurge());
        if (rollback != StreamRequest.NONE) {
            byte[] seqno = ByteBuffer.allocate(Long.BYTES).putLong(rollback).array();
            return KvResponse.of(Status.ROLLBACK).value(seqno, Datatype.RAW);
        }
        ChangeMessages.StreamName name = new ChangeMessages.StreamName(vBucket, request.opaque(), filter.name());
        ChangeMessages messages =
                new ChangeMessages(producer.flags(), producer.controls(), knowsCollections, name, wanted.sendsValues());
        DcpStream stream = new DcpStream(
                name,
                filter,
                wanted,
                messages,
                producer.controls(),
                bucket.changes().high(vBucket));
        // Nothing of the stream may be sent before the answer.
        call.afterwards(() -> {
            producer.add(stream);
            producer.wake();
        });
        boolean isOpen = producer.streams().stream()
                .anyMatch(
                        each -> each.name().vBucket() == vBucket && each.name().id() == filter.name());
        if (isOpen) {
            call.afterwards(null);
            return KvResponse.of(Status.KEY_EEXISTS);
        }
        return KvResponse.success().value(log(bucket, vBucket), Datatype.RAW);
    }

    private static void requireAll(KvCall call, Bucket bucket, StreamFilter filter) {
        if (call.may(Privilege.DCP)) {
            return;
        }
        boolean may = filter.isPartial()
                && bucket.collections().stream().filter(filter::wants).allMatch(each -> call.may(Privilege.DCP, each));
        if (!may) {
            throw new StatusException(Status.EACCESS, "Authorization failure: can't execute the operation");
        }
    }

    private static KvResponse closeStream(KvCall call) {
        DcpProducer producer = producer(call);
        int name = call.framing().stream();
        if ((name != 0) != producer.controls().namesStreams()) {
            throw new StatusException(Status.DCP_STREAM_ID_INVALID, "The stream must be named, or must not be");
        }
        DcpStream closed = producer.remove(call.request().vbucket(), name);
        if (closed == null) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        if (producer.controls().tellsClosed()) {
            call.afterwards(() -> producer.send(closed.ending(StreamEnd.CLOSED)));
        }
        return KvResponse.success();
    }

    private static KvResponse failovers(KvCall call) {
        Bucket bucket = call.bucket();
        int vBucket = call.request().vbucket();
        return vBucket >= bucket.vBuckets()
                ? NotMyVBucket.answer(call.session(), bucket)
                : KvResponse.success().value(log(bucket, vBucket), Datatype.RAW);
    }

    private static byte[] log(Bucket bucket, int vBucket) {
        List<FailoverLog.Entry> entries = bucket.changes().failovers(vBucket);
        ByteBuffer log = ByteBuffer.allocate(entries.size() * 2 * Long.BYTES);
        entries.forEach(each -> log.putLong(each.uuid()).putLong(each.seqno()));
        return log.array();
    }
}
