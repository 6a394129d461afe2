package dev.mayfly.app.console.page;

import dev.mayfly.face.api.FaceDefinitions;
import java.util.Map;

/**
 * Tells the collections of the faces themselves from those of the users; lists fold them away.
 *
 * @param definitions of each face, by its name
 */
record SystemCollections(Map<String, FaceDefinitions> definitions) {
    boolean contains(Facts collection) {
        CollectionPath path = CollectionPath.of(collection);
        return definitions
                .getOrDefault(path.face(), FaceDefinitions.PLAIN)
                .isSystem(path.database(), path.collection());
    }
}
