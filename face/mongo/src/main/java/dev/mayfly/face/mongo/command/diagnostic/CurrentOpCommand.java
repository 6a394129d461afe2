package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.GenericFields;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonDocument;

/** {@code currentOp}: the operations in progress, its own included. */
public final class CurrentOpCommand implements MongoCommand {
    private static final String ALL = "$all";
    private static final String OWN = "$ownOps";

    @Override
    public String name() {
        return "currentOp";
    }

    /** Its fields are a filter. */
    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        MongoFilter filter = Query.filter(filter(request), Variables.NONE);
        List<BsonDocument> rows =
                CurrentOpStage.rows(context, !request.bool(OWN, false), request.bool(ALL, false), true);
        BsonBuilder reply = new BsonBuilder().startArray("inprog");
        rows.stream()
                .filter(row -> filter.matches(BsonView.of(BsonEncoding.encode(row))))
                .forEach(reply::element);
        return Reply.ok(reply.end());
    }

    private static BsonDocument filter(CommandRequest request) {
        BsonDocument filter = request.body().toBsonValue().asDocument().clone();
        filter.remove(request.name());
        filter.remove(ALL);
        filter.remove(OWN);
        filter.keySet().removeAll(GenericFields.NAMES);
        return filter;
    }
}
