package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonType;
import org.bson.UuidRepresentation;

/** Session ids as they stand in messages: {@code {id: UUID}}. */
final class SessionIds {
    private SessionIds() {}

    static SessionId read(BsonView document, String user) {
        BsonView id = document.field("id");
        if (id == null || CommandRequest.typeOf(id) != BsonType.BINARY) {
            throw invalid();
        }
        BsonBinary binary = id.toBsonValue().asBinary();
        if (binary.getType() != BsonBinarySubType.UUID_STANDARD.getValue() || binary.getData().length != 16) {
            throw invalid();
        }
        return new SessionId(binary.asUuid(UuidRepresentation.STANDARD), user);
    }

    /** The sessions that the command's own field lists. */
    static List<SessionId> readAll(CommandRequest request, String user) {
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

    static BsonBinary write(UUID id) {
        return new BsonBinary(id);
    }

    private static CommandError invalid() {
        return new CommandError(MongoCode.BAD_VALUE, "a session id is a UUID in a field 'id'");
    }
}
