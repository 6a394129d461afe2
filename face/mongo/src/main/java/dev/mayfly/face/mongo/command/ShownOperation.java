package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.session.Operation;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The names of operations where they are shown. */
public final class ShownOperation {
    public static final String GET_MORE = "getMore";
    public static final String UPDATE = "update";
    public static final String REMOVE = "remove";

    private ShownOperation() {}

    /** Returns MongoDB's name for an operation that runs a command of this name. */
    public static String kind(String command) {
        return switch (command) {
            case "find" -> "query";
            case GET_MORE -> "getmore";
            case "insert", UPDATE -> command;
            case "delete" -> REMOVE;
            default -> "command";
        };
    }

    public static String namespace(Operation operation) {
        BsonView body = operation.message().body();
        String collection = operation.command().equals(GET_MORE) ? text(body, "collection") : first(body);
        boolean isOfDatabase = collection == null || operation.isSecret();
        String suffix = operation.command().equals("aggregate") ? "$cmd.aggregate" : "$cmd";
        return operation.database() + "." + (isOfDatabase ? suffix : collection);
    }

    private static @Nullable String first(BsonView body) {
        View.Fields fields = body.fields();
        return fields.next() ? text((BsonView) fields.value()) : null;
    }

    public static @Nullable String text(BsonView body, String field) {
        return text(body.field(field));
    }

    private static @Nullable String text(@Nullable BsonView value) {
        return value != null && value.bsonType() == BsonType.STRING.getValue() ? value.stringValue() : null;
    }

    /** Returns the command as its client sent it, without documents that came in separate sections. */
    public static BsonDocument command(Operation operation, int bytesMax) {
        if (operation.isSecret()) {
            return new BsonDocument(operation.command(), new BsonString("xxx"))
                    .append("$db", new BsonString(operation.database()));
        }
        return shortened(operation.message().body(), bytesMax);
    }

    /** A document, or what stands for one that is longer. */
    public static BsonDocument shortened(BsonView document, int bytesMax) {
        BsonDocument whole = document.toBsonValue().asDocument();
        if (document.length() <= bytesMax) {
            return whole;
        }
        String text = ShellText.of(whole);
        return new BsonDocument(
                "$truncated", new BsonString(text.substring(0, Math.min(text.length(), bytesMax)) + "..."));
    }
}
