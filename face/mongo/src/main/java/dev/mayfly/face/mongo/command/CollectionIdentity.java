package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ViewDefinition;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** The identity that a client expects of the collection it names, as {@code collectionUUID} in a command. */
public record CollectionIdentity(UUID uuid) {
    public static final String FIELD = "collectionUUID";
    private static final int OF_CHANGE_STREAM = 4928900;
    private static final int OF_NO_COLLECTION = 4928901;

    /** Returns the expected identity, if the client names one. */
    public static Optional<CollectionIdentity> of(CommandRequest request) {
        return request.field(FIELD).map(value -> of(value, request.name()));
    }

    /** @param parent the name of the command or of the document that the value stands in */
    public static CollectionIdentity of(BsonView value, String parent) {
        if (CommandRequest.typeOf(value) != BsonType.BINARY) {
            throw refused(parent, "type '" + TypeNames.of(value.bsonType()) + "', expected type 'binData'");
        }
        BsonBinary binary = value.toBsonValue().asBinary();
        if (binary.getType() != BsonBinarySubType.UUID_STANDARD.getValue() || binary.getData().length != 16) {
            throw refused(parent, "binData type, expected type 'UUID'");
        }
        return new CollectionIdentity(binary.asUuid());
    }

    private static CommandError refused(String parent, String what) {
        return new CommandError(
                MongoCode.TYPE_MISMATCH, "BSON field '" + parent + "." + FIELD + "' is the wrong " + what);
    }

    /**
     * Checks a whole command. Those that insert, update and delete check each of their statements instead, and an explain
     * checks the command that it explains.
     *
     * @throws CommandError with 361 if the collection is another
     */
    public static void check(CommandRequest request, MongoCollections collections) {
        CollectionIdentity expected = of(request).orElse(null);
        if (expected == null) {
            return;
        }
        switch (request.name()) {
            case "insert", "update", "delete" -> {}
            case "renameCollection" -> expected.require(MongoCollections.namespace(request.collection()), collections);
            case "aggregate" -> {
                requireCollection(request);
                expected.require(request.collectionName(), collections);
            }
            default -> expected.require(request.collectionName(), collections);
        }
    }

    private static void requireCollection(CommandRequest request) {
        if (CommandRequest.typeOf(request.argument()) != BsonType.STRING) {
            throw new CommandError(OF_NO_COLLECTION, FIELD + " is not supported for a collectionless aggregate");
        }
        BsonValue first = request.array("pipeline")
                .flatMap(stages -> stages.toBsonValue().asArray().stream().findFirst())
                .orElse(BsonNull.VALUE);
        if (first.isDocument() && first.asDocument().containsKey("$changeStream")) {
            throw new CommandError(OF_CHANGE_STREAM, FIELD + " is not supported for a change stream");
        }
    }

    /** @throws CommandError with 361 if the collection of this name is another, a view, or missing */
    public void require(CollectionName name, MongoCollections collections) {
        boolean matches = collections.findAny(name).filter(this::isOf).isPresent();
        if (!matches) {
            throw new CommandError(MongoCode.COLLECTION_UUID_MISMATCH, "Collection UUID does not match that specified")
                    .detailed(details(name, collections));
        }
    }

    private boolean isOf(Collection collection) {
        return !ViewDefinition.isView(collection.record())
                && uuid.toString().equals(MongoCollections.uuidText(collection));
    }

    /** Names the collection of the same database that has the identity, or null. */
    private BsonDocument details(CollectionName name, MongoCollections collections) {
        BsonValue actual = collections.of(name.database()).stream()
                .filter(this::isOf)
                .findFirst()
                .<BsonValue>map(found -> new BsonString(found.name().collection()))
                .orElse(BsonNull.VALUE);
        return new BsonDocument("db", new BsonString(name.database()))
                .append(FIELD, new BsonBinary(uuid))
                .append("expectedCollection", new BsonString(name.collection()))
                .append("actualCollection", actual);
    }
}
