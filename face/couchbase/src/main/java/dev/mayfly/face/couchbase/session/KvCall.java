package dev.mayfly.face.couchbase.session;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.error.CouchbaseErrors;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.Framing;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import dev.mayfly.face.transport.connection.Request;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request on its way through a command. On the hot path: one object a request, and no exception where all is well. */
public final class KvCall implements Request {
    /** The size up to which a request does not hold up the other connections of its event loop. */
    private static final int BOUNDED_BYTES = 64 << 10;

    private static final long NANOS_PER_MICRO = 1_000;

    private final KvSession session;
    private final KvRequest request;
    private final @Nullable KvCommand command;
    private final boolean isBounded;
    private @Nullable BucketCollection collection;
    private boolean isLast;
    private boolean isSilent;
    private @Nullable Runnable afterwards;

    KvCall(KvSession session, KvCommandTable commands, byte[] frame) {
        this.session = session;
        this.request = new KvRequest(frame, session.namesCollections());
        Opcode opcode = request.opcode();
        this.command = opcode == null ? null : commands.find(opcode);
        this.isBounded = command == null || request.isAnswer() || askBounded(command);
    }

    /** A request that cannot be read is refused at once. */
    private boolean askBounded(KvCommand found) {
        try {
            return found.isBounded(this);
        } catch (StatusException _) {
            return true;
        }
    }

    @Override
    public boolean isBounded() {
        return isBounded;
    }

    @Override
    public @Nullable Company company() {
        try {
            boolean joins = command instanceof JointCommand joint && !request.isAnswer() && joint.mayJoin(this);
            return joins ? (JointCommand) command : null;
        } catch (StatusException _) {
            return null;
        }
    }

    /**
     * Returns whether it is short, compressed or not, and waits for no disk: nearly every request about a document is.
     */
    public boolean isSmall() {
        return request.frameLength() <= BOUNDED_BYTES
                && !request.framing().isDurable()
                && !isInDurableBucket()
                && (!Datatype.isSnappy(request.datatype()) || request.inflatedLength() <= BOUNDED_BYTES);
    }

    private boolean isInDurableBucket() {
        Bucket chosen = session.selected();
        return chosen != null && !chosen.settings().durability().equals("none");
    }

    public KvSession session() {
        return session;
    }

    public KvRequest request() {
        return request;
    }

    public Framing framing() {
        return request.framing();
    }

    public Bucket bucket() {
        return session.bucket();
    }

    /** Returns the collection of the document that the request is about; only for commands whose rule demands one. */
    public BucketCollection collection() {
        BucketCollection known = collection;
        if (known == null) {
            throw new IllegalStateException("this command is about no document");
        }
        return known;
    }

    /** Returns whether the user may do this in the collection or, where the request names none, in the whole bucket. */
    public boolean may(Privilege privilege) {
        Identity identity = session.identity();
        if (identity == null) {
            return false;
        }
        BucketCollection known = collection;
        return known == null
                ? identity.may(privilege, bucket().name())
                : session.permits().allow(identity, privilege, known);
    }

    /** Refuses a user that may not do this. */
    public void require(Privilege privilege) {
        if (!may(privilege)) {
            throw new StatusException(Status.EACCESS, "Authorization failure: can't execute the operation");
        }
    }

    @Override
    public String operation() {
        Opcode opcode = request.opcode();
        return command == null || opcode == null ? "refused" : opcode.loud().word();
    }

    @Override
    public void run() {
        if (request.isAnswer()) {
            return;
        }
        long begun = begin();
        answered(answer(), begun);
    }

    private long begin() {
        return session.has(Feature.TRACING) ? session.services().machine().tickNanos() : 0;
    }

    private void answered(KvResponse response, long begun) {
        Opcode opcode = request.opcode();
        boolean isSwallowed = isSilent && response.status() == Status.SUCCESS;
        if (!isSwallowed && (opcode == null || !opcode.swallows(response.status()))) {
            write(response, begun);
        }
        Runnable next = afterwards;
        if (next != null) {
            next.run();
        }
        if (isLast) {
            session.connection().close();
        }
    }

    /** Carries out requests that arrived together; the answer to a closed connection is dropped. */
    static void runAll(JointCommand joint, List<Request> requests) {
        long[] begun = new long[requests.size()];
        List<KvCall> fitting = new ArrayList<>(requests.size());
        @Nullable KvResponse[] responses = new @Nullable KvResponse[requests.size()];
        for (int i = 0; i < responses.length; i++) {
            KvCall call = (KvCall) requests.get(i);
            begun[i] = call.begin();
            responses[i] = call.refusal(joint);
            if (responses[i] == null) {
                fitting.add(call);
            }
        }
        Iterator<KvResponse> done = outcomes(joint, fitting).iterator();
        for (int i = 0; i < responses.length; i++) {
            KvResponse refusal = responses[i];
            ((KvCall) requests.get(i)).answeredIfOpen(refusal == null ? done.next() : refusal, begun[i]);
        }
    }

    private void answeredIfOpen(KvResponse response, long begun) {
        try {
            answered(response, begun);
        } catch (ConnectionClosedException _) {
            session.connection().close();
        }
    }

    private static List<KvResponse> outcomes(JointCommand joint, List<KvCall> calls) {
        try {
            return joint.runAll(calls);
        } catch (StatusException | EngineException _) {
            // One of them cannot be carried out; which one it is shows when each is on its own.
            List<KvResponse> each = new ArrayList<>(calls.size());
            for (KvCall call : calls) {
                each.add(call.ran(joint));
            }
            return each;
        }
    }

    /** Closes the connection when this request has been answered. */
    void closeWhenAnswered() {
        isLast = true;
    }

    /** Leaves out the answer if the request is carried out. */
    public void answerNothing() {
        isSilent = true;
    }

    /** Runs something behind the answer; null for nothing. */
    public void afterwards(@Nullable Runnable action) {
        afterwards = action;
    }

    /** Returns whether the user may do this in a collection. */
    public boolean may(Privilege privilege, BucketCollection in) {
        Identity identity = session.identity();
        return identity != null && session.permits().allow(identity, privilege, in);
    }

    /** Sends an answer that others follow. */
    public void send(KvResponse response) {
        write(response, 0);
    }

    private void write(KvResponse response, long begun) {
        response.fit(session.has(Feature.MUTATION_SEQNO), session.has(Feature.JSON));
        int duration = begun == 0 ? -1 : duration(session.services().machine().tickNanos() - begun);
        session.connection().write(response.frame(request, duration, session.connection()));
    }

    /** Returns the duration as the protocol counts: two bytes reach from microseconds to two minutes. */
    private static int duration(long nanos) {
        long micros = nanos / NANOS_PER_MICRO;
        return micros <= 0 ? 0 : (int) Math.min(0xffff, Math.round(Math.pow(micros * 2.0, 1 / 1.74)));
    }

    /** One that has left its event loop in the middle of its first read has written nothing. */
    @Override
    public boolean mayBeginAgain() {
        return command != null && command.rule().isOfDocument();
    }

    private KvResponse answer() {
        try {
            if (command == null) {
                return unknown();
            }
            return Thread.currentThread().isVirtual() ? guarded(command) : checked(command);
        } catch (StatusException | EngineException refusal) {
            return refused(refusal);
        }
    }

    private KvResponse guarded(KvCommand found) {
        try (KvGuard guard = new KvGuard(request, session.services().memory())) {
            return guard.during(() -> checked(found));
        } catch (MemoryLimitExceeded exceeded) {
            return refused(new StatusException(Status.ENOMEM, String.valueOf(exceeded.getMessage())));
        }
    }

    /** The answer to a request that is not to be carried out with others, or null. */
    private @Nullable KvResponse refusal(KvCommand joint) {
        try {
            return obstacle(joint);
        } catch (StatusException | EngineException refusal) {
            return refused(refusal);
        }
    }

    private KvResponse ran(KvCommand joint) {
        try {
            return joint.run(this);
        } catch (StatusException | EngineException refusal) {
            return refused(refusal);
        }
    }

    private KvResponse refused(RuntimeException refusal) {
        return switch (refusal) {
            case StatusException status -> refused(status);
            case EngineException failure ->
                KvResponse.of(CouchbaseErrors.of(failure.error()).status());
            default -> throw refusal;
        };
    }

    private static KvResponse unknown() {
        return KvResponse.of(Status.UNKNOWN_COMMAND);
    }

    private KvResponse checked(KvCommand found) {
        KvResponse obstacle = obstacle(found);
        return obstacle == null ? found.run(this) : obstacle;
    }

    /** Returns the refusal of a request that is not carried out at all, or null. */
    private @Nullable KvResponse obstacle(KvCommand found) {
        RequestShape rule = found.rule();
        if (rule.privilege() != Privilege.NONE && session.identity() == null) {
            return KvResponse.of(Status.EACCESS);
        }
        checkFraming(rule);
        checkDatatype();
        rule.check(request);
        if (rule.needsBucket()) {
            session.services().buckets().refresh();
            Bucket bucket = session.bucket();
            if (bucket.isDropped()) {
                closeWhenAnswered();
                throw new StatusException(Status.NO_BUCKET, "The bucket is gone");
            }
            if (rule.isOfDocument()) {
                if (request.vbucket() >= bucket.vBuckets()) {
                    return NotMyVBucket.answer(session, bucket);
                }
                collection = find(bucket, request.collectionId());
            }
            require(rule.privilege());
        }
        request.inflate();
        return null;
    }

    private BucketCollection find(Bucket bucket, int id) {
        BucketCollection found = bucket.find(id);
        if (found == null) {
            throw StatusException.notInManifest(
                    Status.UNKNOWN_COLLECTION, bucket.manifest().hexUid());
        }
        return found;
    }

    private void checkFraming(RequestShape rule) {
        if (!request.isFlexible()) {
            return;
        }
        Framing framing = request.framing();
        if (framing.impersonates() != null) {
            throw new StatusException(Status.NOT_SUPPORTED, "Nobody may ask in the name of another here");
        }
        if (framing.stream() != 0 && session.companion() == null) {
            throw new StatusException(Status.EINVAL, "There are no streams here");
        }
        if (framing.isDurable() && !rule.mayBeDurable()) {
            throw new StatusException(Status.NOT_SUPPORTED, "The requested command does not support durability");
        }
        if (framing.preservesExpiry() && !rule.mayPreserve()) {
            throw new StatusException(Status.NOT_SUPPORTED, "The requested command does not support preserve TTL");
        }
    }

    private void checkDatatype() {
        int datatype = request.datatype();
        if (datatype == Datatype.RAW) {
            return;
        }
        boolean isGranted = Datatype.isKnown(datatype)
                && (!Datatype.isJson(datatype) || session.has(Feature.JSON))
                && (!Datatype.isSnappy(datatype) || session.has(Feature.SNAPPY))
                && (!Datatype.hasXattrs(datatype) || session.has(Feature.XATTR));
        if (!isGranted) {
            throw new StatusException(Status.EINVAL, "Request datatype invalid");
        }
    }

    private KvResponse refused(StatusException refusal) {
        KvResponse response = KvResponse.of(refusal.status());
        String body = refusal.body(session.has(Feature.XERROR));
        return body.isEmpty() ? response : response.json(body);
    }
}
