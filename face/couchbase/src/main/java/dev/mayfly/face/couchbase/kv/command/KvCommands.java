package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.dcp.DcpCommands;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommandTable;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The commands about whole documents. */
public final class KvCommands {
    private KvCommands() {}

    /**
     * @param machine by whose tick the node has run for so long
     * @param version what the node says it is
     * @param winding how the clock of deadlines is advanced; null where it is the machine's
     */
    public static void addTo(
            KvCommandTable commands,
            Documents documents,
            DcpCommands dcp,
            Engine engine,
            Clock machine,
            String version,
            @Nullable Consumer<Duration> winding) {
        addDocuments(commands, documents);
        Statistics statistics = new Statistics(engine.clock(), machine, version);
        commands.add(Opcode.OBSERVE, new ObserveCommand(documents))
                .add(
                        Opcode.OBSERVE_SEQNO,
                        new SimpleCommand(
                                RequestShape.bucket(Privilege.READ).noKey().someValue(), VBuckets::observe))
                .add(
                        Opcode.GET_ALL_VB_SEQNOS,
                        new SimpleCommand(
                                RequestShape.bucket(Privilege.LOGIN)
                                        .extras(0, 4, 8)
                                        .noKey()
                                        .noValue(),
                                VBuckets::seqnos))
                .add(
                        Opcode.GET_FAILOVER_LOG,
                        new SimpleCommand(
                                RequestShape.bucket(Privilege.READ).noKey().noValue(), VBuckets::failovers))
                .add(Opcode.GET_REPLICA, new SimpleCommand(RequestShape.document(Privilege.READ), KvCommands::replica))
                .add(Opcode.GET_RANDOM_KEY, new RandomKeyCommand(documents))
                .add(Opcode.STAT, new StatCommand(statistics, dcp))
                .add(Opcode.SET_PARAM, new SetParamCommand())
                .add(Opcode.ADJUST_TIMEOFDAY, new TimeOfDayCommand(winding))
                .add(
                        Opcode.FLUSH,
                        new SimpleCommand(
                                RequestShape.bucket(Privilege.SETTINGS)
                                        .extras(0, 4)
                                        .noKey()
                                        .noValue(),
                                _ -> KvResponse.of(Status.NOT_SUPPORTED)))
                .add(
                        Opcode.VERBOSITY,
                        new SimpleCommand(
                                RequestShape.connection(Privilege.SETTINGS)
                                        .extras(4)
                                        .noKey()
                                        .noValue(),
                                _ -> KvResponse.success()));
    }

    /** Refuses a read from a replica: there are none, and the active copy does not answer for one. */
    private static KvResponse replica(KvCall call) {
        return NotMyVBucket.answer(call.session(), call.bucket());
    }

    private static void addDocuments(KvCommandTable commands, Documents documents) {
        commands.add(Opcode.GET, new GetCommand(documents, false))
                .add(Opcode.GETK, new GetCommand(documents, true))
                .add(Opcode.SET, new StoreCommand(documents, StoreRequest.Mode.SET))
                .add(Opcode.ADD, new StoreCommand(documents, StoreRequest.Mode.ADD))
                .add(Opcode.REPLACE, new StoreCommand(documents, StoreRequest.Mode.REPLACE))
                .add(Opcode.DELETE, new DeleteCommand(documents))
                .add(Opcode.INCREMENT, new CounterCommand(documents, true))
                .add(Opcode.DECREMENT, new CounterCommand(documents, false))
                .add(Opcode.APPEND, new AppendCommand(documents, true))
                .add(Opcode.PREPEND, new AppendCommand(documents, false))
                .add(Opcode.TOUCH, new TouchCommand(documents, false))
                .add(Opcode.GAT, new TouchCommand(documents, true))
                .add(Opcode.GET_LOCKED, new LockCommand(documents))
                .add(Opcode.UNLOCK_KEY, new UnlockCommand(documents))
                .add(Opcode.GET_META, new GetMetaCommand(documents))
                .add(Opcode.SET_WITH_META, new WithMetaCommand(documents, WithMetaCommand.Verb.SET))
                .add(Opcode.ADD_WITH_META, new WithMetaCommand(documents, WithMetaCommand.Verb.ADD))
                .add(Opcode.DEL_WITH_META, new WithMetaCommand(documents, WithMetaCommand.Verb.DELETE));
    }
}
