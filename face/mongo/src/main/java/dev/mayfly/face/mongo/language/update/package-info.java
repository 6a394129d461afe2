/**
 * Mongo's update language: replacements, modifiers and pipelines, as functions from a document to the next one.
 *
 * <p>Modifiers are merged into one tree of the paths they touch ({@link dev.mayfly.face.mongo.language.update.FieldsNode},
 * {@link dev.mayfly.face.mongo.language.update.ElementsNode}, with a
 * {@link dev.mayfly.face.mongo.language.update.Modifier} at each end). Two modifiers that would meet are refused when the
 * tree is built, or, where {@code $} and {@code $[]} hide it until then, when it is applied. Applying walks tree and
 * document together and copies only the containers that change, so a document that is not changed is returned itself.
 */
@NullMarked
package dev.mayfly.face.mongo.language.update;

import org.jspecify.annotations.NullMarked;
