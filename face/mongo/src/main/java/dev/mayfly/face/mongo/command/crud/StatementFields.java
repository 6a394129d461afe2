package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One statement of a command that writes, with its fields by name; refused in Mongo's words where they are wrong. */
final class StatementFields {
    private final BsonView statement;
    private final String place;

    /** @param place the command and the field in which it stands, as messages name them */
    StatementFields(BsonView statement, String place, Set<String> known) {
        this.statement = statement;
        this.place = place;
        View.Fields fields = statement.fields();
        while (fields.next()) {
            String field = fields.name();
            if (!known.contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '" + place + "." + field + "' is an unknown field.");
            }
        }
    }

    BsonView required(String field) {
        return field(field)
                .orElseThrow(() -> new CommandError(
                        MongoCode.MISSING_FIELD,
                        "BSON field '" + place + "." + field + "' is missing but a required field"));
    }

    /** A document that is stored as it is. */
    BsonView document(String field) {
        BsonView value = required(field);
        requireType(field, value, BsonType.DOCUMENT);
        return value;
    }

    /** A place in a list, from zero. */
    int index(String field) {
        BsonView value = required(field);
        if (!value.type().isNumber()) {
            throw wrongType(field, value, "type 'int'");
        }
        return Math.clamp(value.longValue(), -1, Integer.MAX_VALUE);
    }

    BsonDocument requiredTree(String field) {
        return tree(field, required(field));
    }

    /** An empty document if there is none. */
    BsonDocument tree(String field) {
        return field(field).map(value -> tree(field, value)).orElseGet(BsonDocument::new);
    }

    private BsonDocument tree(String field, BsonView value) {
        requireType(field, value, BsonType.DOCUMENT);
        return value.toBsonValue().asDocument();
    }

    List<BsonDocument> trees(String field) {
        List<BsonDocument> trees = new ArrayList<>();
        Optional<BsonView> array = field(field);
        if (array.isPresent()) {
            requireType(field, array.get(), BsonType.ARRAY);
            View.Fields elements = array.get().fields();
            while (elements.next()) {
                trees.add(tree(field + "." + elements.name(), (BsonView) elements.value()));
            }
        }
        return trees;
    }

    boolean bool(String field) {
        Optional<BsonView> value = field(field);
        if (value.isEmpty()) {
            return false;
        }
        return switch (CommandRequest.typeOf(value.get())) {
            case BOOLEAN -> value.get().booleanValue();
            case INT32, INT64, DOUBLE, DECIMAL128 -> value.get().doubleValue() != 0;
            default -> throw wrongType(field, value.get(), "types '[bool, long, int, decimal, double]'");
        };
    }

    /** The index to use: its name or its key. */
    @Nullable
    BsonValue hint() {
        Optional<BsonView> hint = field("hint");
        if (hint.isEmpty()) {
            return null;
        }
        BsonType type = CommandRequest.typeOf(hint.get());
        if (type != BsonType.STRING && type != BsonType.DOCUMENT) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Hint must be a string or an object");
        }
        return hint.get().toBsonValue();
    }

    private Optional<BsonView> field(String field) {
        return Optional.ofNullable(statement.field(field))
                .filter(value -> CommandRequest.typeOf(value) != BsonType.NULL);
    }

    private void requireType(String field, BsonView value, BsonType type) {
        if (CommandRequest.typeOf(value) != type) {
            throw wrongType(field, value, "type '" + TypeNames.of(type) + "'");
        }
    }

    private CommandError wrongType(String field, BsonView value, String expected) {
        return new CommandError(
                MongoCode.TYPE_MISMATCH,
                "BSON field '" + place + "." + field + "' is the wrong type '" + TypeNames.of(value.bsonType())
                        + "', expected " + expected);
    }
}
