package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.wire.WireMessage;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** A command as its client put it: fields by name, refused in Mongo's words where they have the wrong type. */
public final class CommandRequest {
    private final WireMessage message;
    private final String name;
    private final String database;
    private final BsonView argument;
    private @Nullable CollectionName collection;
    private boolean isSyncedByDefault;
    private boolean delaysAnswer;
    private boolean owesSync;

    private CommandRequest(WireMessage message, String name, String database, BsonView argument) {
        this.message = message;
        this.name = name;
        this.database = database;
        this.argument = argument;
    }

    /**
     * Reads the name and the database, which every command has.
     *
     * @throws CommandError if the message holds no command
     */
    public static CommandRequest of(WireMessage message) {
        View.Fields fields = message.body().fields();
        if (!fields.next()) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "no command");
        }
        String name = fields.name();
        return new CommandRequest(message, name, databaseOf(message), (BsonView) fields.value());
    }

    /** The command that is this one's argument, on the same database. */
    public CommandRequest nested() {
        View.Fields fields = argument.fields();
        if (!fields.next()) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "no command");
        }
        WireMessage inner = new WireMessage(message.form(), false, argument, List.of());
        return new CommandRequest(inner, fields.name(), database, (BsonView) fields.value());
    }

    /** Sets whether the command waits for the disk if it does not say so itself. */
    public void setSyncedByDefault(boolean synced) {
        isSyncedByDefault = synced;
    }

    boolean isSyncedByDefault() {
        return isSyncedByDefault;
    }

    /** Sets whether the answer can wait for the disk when the command has ended, so that the command need not. */
    public void setDelaysAnswer(boolean delays) {
        delaysAnswer = delays;
        owesSync = false;
    }

    /** Returns whether the answer must wait until what the command has written is synced. */
    public boolean owesSync() {
        return owesSync;
    }

    /** Returns how durable the writes of the command are to be when they return. */
    public Durability durability() {
        if (!WriteConcern.of(this).isSynced()) {
            return Durability.LOGGED;
        }
        owesSync = delaysAnswer;
        return delaysAnswer ? Durability.LOGGED : Durability.SYNCED;
    }

    /** Another command in its place, on the same database. */
    public CommandRequest rewritten(BsonDocument command) {
        BsonView body = BsonView.of(BsonEncoding.encode(command));
        View.Fields fields = body.fields();
        fields.next();
        WireMessage inner = new WireMessage(message.form(), false, body, List.of());
        CommandRequest rewritten = new CommandRequest(inner, fields.name(), database, (BsonView) fields.value());
        rewritten.isSyncedByDefault = isSyncedByDefault;
        return rewritten;
    }

    /** Another command on another database. */
    public CommandRequest of(String otherDatabase, BsonDocument command) {
        CommandRequest other = rewritten(command);
        CommandRequest moved = new CommandRequest(other.message, other.name, otherDatabase, other.argument);
        moved.isSyncedByDefault = isSyncedByDefault;
        return moved;
    }

    private static String databaseOf(WireMessage message) {
        if (message.form().isQuery()) {
            return message.form().database();
        }
        BsonView database = message.body().field("$db");
        if (database == null || typeOf(database) != BsonType.STRING) {
            throw new CommandError(MongoCode.MISSING_DATABASE, "OP_MSG requests require a $db argument");
        }
        return database.stringValue();
    }

    /** The name as the client wrote it, which may be an alias. */
    public String name() {
        return name;
    }

    public String database() {
        return database;
    }

    public WireMessage message() {
        return message;
    }

    public BsonView body() {
        return message.body();
    }

    /** The value of the command's own field. */
    public BsonView argument() {
        return argument;
    }

    /** The collection that the command's own field names. */
    public String collection() {
        return collectionName().collection();
    }

    /** Returns the collection with its database; cached, because the request counters ask for it as well. */
    public CollectionName collectionName() {
        CollectionName known = collection;
        if (known == null) {
            known = new CollectionName(MongoCollections.FACE, database, readCollection());
            collection = known;
        }
        return known;
    }

    /** Returns the collection if it has been read already. */
    @Nullable
    CollectionName collectionIfRead() {
        return collection;
    }

    /** Returns the text of a value, or an empty one if it is missing or of another type. */
    public static String textOf(@Nullable BsonView value) {
        return value != null && typeOf(value) == BsonType.STRING ? value.stringValue() : "";
    }

    private String readCollection() {
        if (typeOf(argument) != BsonType.STRING) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "collection name has invalid type " + TypeNames.of(argument.bsonType()));
        }
        String text = argument.stringValue();
        if (text.isEmpty() || text.indexOf('\0') >= 0 || text.startsWith(".")) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "Invalid namespace specified '" + database + ".'");
        }
        return text;
    }

    public String namespace() {
        return database + "." + collection();
    }

    public boolean has(String field) {
        return field(field).isPresent();
    }

    /** A field that is there and not null. */
    public Optional<BsonView> field(String field) {
        BsonView value = body().field(field);
        return value == null || isNothing(value) ? Optional.empty() : Optional.of(value);
    }

    public BsonView required(String field) {
        return field(field).orElseThrow(() -> missing(field));
    }

    public Optional<String> text(String field) {
        return typed(field, BsonType.STRING).map(BsonView::stringValue);
    }

    public Optional<BsonView> document(String field) {
        return typed(field, BsonType.DOCUMENT);
    }

    public Optional<BsonDocument> tree(String field) {
        return document(field).map(view -> view.toBsonValue().asDocument());
    }

    public Optional<BsonView> array(String field) {
        return typed(field, BsonType.ARRAY);
    }

    /** A truth, which older clients put as a number. */
    public boolean bool(String field, boolean otherwise) {
        Optional<BsonView> value = field(field);
        if (value.isEmpty()) {
            return otherwise;
        }
        return switch (typeOf(value.get())) {
            case BOOLEAN -> value.get().booleanValue();
            case INT32, INT64, DOUBLE, DECIMAL128 -> value.get().doubleValue() != 0;
            default -> throw wrongType(field, value.get(), "types '[bool, long, int, decimal, double]'");
        };
    }

    /** Refuses fields that are not of the type of a flag, whether or not the command reads them. */
    public void requireFlags(String... fields) {
        for (String field : fields) {
            bool(field, false);
        }
    }

    /** A whole number; fractions are cut off. */
    public long number(String field, long otherwise) {
        Optional<BsonView> value = field(field);
        return value.isPresent() ? number(field, value.get()) : otherwise;
    }

    private long number(String field, BsonView value) {
        return switch (typeOf(value)) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> value.longValue();
            default -> throw wrongType(field, value, "types '[long, int, decimal, double]'");
        };
    }

    /** As {@link #number}, but refuses values below zero. */
    public long count(String field, long otherwise) {
        long number = number(field, otherwise);
        if (number < 0) {
            throw new CommandError(
                    51024, "BSON field '" + field + "' value must be >= 0, actual value '" + number + "'");
        }
        return number;
    }

    /** Returns how long the client is willing to wait; 0 for no limit. */
    public long maxTimeMillis() {
        Optional<BsonView> value = field("maxTimeMS");
        if (value.isPresent() && !value.get().type().isNumber()) {
            throw new CommandError(MongoCode.BAD_VALUE, "maxTimeMS must be a number");
        }
        long millis = number("maxTimeMS", 0);
        if (millis < 0 || millis > Integer.MAX_VALUE) {
            throw new CommandError(
                    MongoCode.BAD_VALUE, millis + " value for maxTimeMS is out of range [0, 2147483647]");
        }
        return millis;
    }

    /** The documents of a field, whether they came in the body or beside it. */
    public List<BsonView> documents(String field) {
        for (WireMessage.DocumentSequence sequence : message.sequences()) {
            if (sequence.name().equals(field)) {
                return sequence.documents();
            }
        }
        BsonView array = array(field).orElseThrow(() -> missing(field));
        List<BsonView> documents = new ArrayList<>();
        View.Fields elements = array.fields();
        while (elements.next()) {
            BsonView element = (BsonView) elements.value();
            if (typeOf(element) != BsonType.DOCUMENT) {
                throw wrongType(field + "." + elements.name(), element, "type 'object'");
            }
            documents.add(element);
        }
        return documents;
    }

    public CommandError missing(String field) {
        return new CommandError(
                MongoCode.MISSING_FIELD, "BSON field '" + name + "." + field + "' is missing but a required field");
    }

    /** Returns the error for a field of an unexpected type, such as {@code type 'string'}. */
    public CommandError wrongType(String field, BsonView value, String expected) {
        return new CommandError(
                MongoCode.TYPE_MISMATCH,
                "BSON field '" + name + "." + field + "' is the wrong type '" + TypeNames.of(value.bsonType())
                        + "', expected " + expected);
    }

    private Optional<BsonView> typed(String field, BsonType type) {
        Optional<BsonView> value = field(field);
        if (value.isPresent() && typeOf(value.get()) != type) {
            throw wrongType(field, value.get(), "type '" + TypeNames.of(type) + "'");
        }
        return value;
    }

    private static boolean isNothing(BsonView value) {
        BsonType type = typeOf(value);
        return type == BsonType.NULL || type == BsonType.UNDEFINED;
    }

    /** The type of a value; the bytes were validated, so there is one. */
    public static BsonType typeOf(BsonView value) {
        @Nullable BsonType type = BsonType.findByValue(value.bsonType() & 0xFF);
        if (type == null) {
            throw new IllegalStateException("a type that validation should have refused");
        }
        return type;
    }
}
