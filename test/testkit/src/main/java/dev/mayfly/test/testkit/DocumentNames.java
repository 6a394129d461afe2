package dev.mayfly.test.testkit;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** Translates what a test calls collections and documents into names and keys of the engine. */
final class DocumentNames {
    private static final List<FaceName> FACES = List.of(FaceName.MONGO, FaceName.COSMOS, FaceName.COUCHBASE);

    private final MayflyServer server;

    DocumentNames(MayflyServer server) {
        this.server = server;
    }

    Collection collection(String called) {
        List<Collection> found = new ArrayList<>();
        for (FaceName face : FACES) {
            for (Collection collection : server.engine().collections(face.word())) {
                if (isCalled(collection.name(), called)) {
                    found.add(collection);
                }
            }
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    found.isEmpty()
                            ? "there is no collection " + called
                            : called + " may be any of "
                                    + found.stream().map(Collection::name).toList());
        }
        return found.getFirst();
    }

    /** Returns true if it is {@code database.collection}, or that behind the face. */
    static boolean isCalled(CollectionName name, String called) {
        String plain = name.database() + "." + name.collection();
        return called.equals(plain) || called.equals(name.face() + "/" + plain);
    }

    DocumentKey key(CollectionName collection, Object id) {
        FaceName face = face(collection);
        return server.keys(face).read(face == FaceName.MONGO ? extendedJson(id) : id.toString());
    }

    private static FaceName face(CollectionName collection) {
        return FaceName.of(collection.face()).orElseThrow();
    }

    /** The key as its face's clients would write it. */
    String text(CollectionName collection, DocumentKey key) {
        return server.keys(face(collection)).write(key);
    }

    /** Returns true if the text of a key stands for this id; of an item also its id alone. */
    boolean isOf(CollectionName collection, String text, Object id) {
        if (collection.face().equals(FaceName.COSMOS.word()) && !id.toString().startsWith("[")) {
            return text.endsWith(", " + extendedJson(id.toString()) + "]");
        }
        return text.equals(text(collection, key(collection, id)));
    }

    private static String extendedJson(Object id) {
        return switch (id) {
            case ObjectId objectId -> "{\"$oid\": \"" + objectId.toHexString() + "\"}";
            case CharSequence text -> string(text.toString());
            default -> id.toString();
        };
    }

    private static String string(String text) {
        String wrapped = new BsonDocument("v", new BsonString(text)).toJson();
        return wrapped.substring(wrapped.indexOf(':') + 2, wrapped.length() - 1);
    }
}
