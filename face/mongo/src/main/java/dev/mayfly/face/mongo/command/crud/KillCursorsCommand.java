package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.MongoCursors;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonInt64;
import org.bson.BsonType;

/** Closes cursors that the client will not read to their end. */
public final class KillCursorsCommand implements MongoCommand {
    @Override
    public String name() {
        return "killCursors";
    }

    @Override
    public Set<String> fields() {
        return Set.of("cursors");
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        MongoCursors cursors = context.services().sessions().cursors();
        String namespace = request.namespace();
        BsonArray killed = new BsonArray();
        BsonArray missing = new BsonArray();
        for (long id : ids(request)) {
            boolean isKilled = cursors.kill(id, context.state().userText(), namespace);
            (isKilled ? killed : missing).add(new BsonInt64(id));
        }
        return Reply.ok(new BsonBuilder()
                .value("cursorsKilled", killed)
                .value("cursorsNotFound", missing)
                .value("cursorsAlive", new BsonArray())
                .value("cursorsUnknown", new BsonArray()));
    }

    private static List<Long> ids(CommandRequest request) {
        List<Long> ids = new ArrayList<>();
        View.Fields elements = request.array("cursors")
                .orElseThrow(() -> request.missing("cursors"))
                .fields();
        while (elements.next()) {
            BsonView element = (BsonView) elements.value();
            if (CommandRequest.typeOf(element) != BsonType.INT64) {
                throw request.wrongType("cursors." + elements.name(), element, "type 'long'");
            }
            ids.add(element.longValue());
        }
        return ids;
    }
}
