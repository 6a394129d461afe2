package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.session.SessionId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonType;

/** Session ids as they stand in messages: {@code {id: UUID}}. */
public final class SessionIds {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int UUID_BYTES = 16;

    private SessionIds() {}

    public static SessionId read(BsonView document, String user) {
        BsonView id = document.field("id");
        if (id == null || CommandRequest.typeOf(id) != BsonType.BINARY) {
            throw invalid();
        }
        return new SessionId(uuid(id.bytes(), id.offset()), user);
    }

    /** Read where it lies, since every request has one: a length, a subtype, and sixteen bytes. */
    private static UUID uuid(byte[] bytes, int at) {
        boolean isUuid = (int) INTS.get(bytes, at) == UUID_BYTES
                && bytes[at + Integer.BYTES] == BsonBinarySubType.UUID_STANDARD.getValue();
        if (!isUuid) {
            throw invalid();
        }
        int from = at + Integer.BYTES + 1;
        return new UUID((long) LONGS.get(bytes, from), (long) LONGS.get(bytes, from + Long.BYTES));
    }

    /** The sessions that the command's own field lists. */
    public static List<SessionId> readAll(CommandRequest request, String user) {
        BsonView array = request.argument();
        if (CommandRequest.typeOf(array) != BsonType.ARRAY) {
            throw request.wrongType(request.name(), array, "type 'array'");
        }
        List<SessionId> sessions = new ArrayList<>();
        var elements = array.fields();
        while (elements.next()) {
            BsonView element = (BsonView) elements.value();
            if (CommandRequest.typeOf(element) != BsonType.DOCUMENT) {
                throw invalid();
            }
            sessions.add(read(element, user));
        }
        return sessions;
    }

    public static BsonBinary write(UUID id) {
        return new BsonBinary(id);
    }

    private static CommandError invalid() {
        return new CommandError(MongoCode.BAD_VALUE, "a session id is a UUID in a field 'id'");
    }
}
