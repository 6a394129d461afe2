package dev.mayfly.store.api;

/**
 * The result of a backup.
 *
 * @param number which backup of its folder it is, from 1
 * @param files how many files it consists of
 * @param copiedFiles how many of them were not there yet
 */
public record BackupSummary(int number, int files, long bytes, int copiedFiles, long copiedBytes) {}
