/* What the plugins share: the markers of regions, as machine/src/lib.rs emits them: instructions without effect that no compiler emits, with
 * 0x400 + 2 * region + (0 begin, 1 end) in them:
 *   AArch64  movz  xzr, #n
 *   RV64     sltiu x0, x0, n     (a hint of the space for custom use)
 *   x86-64   nopl  0x536d0000 + n(%rax) */
#ifndef MARKERS_H
#define MARKERS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin_api.h"

/* The version of the interface that is asked for: QEMU refuses what is older than it supports. */
#ifndef API_VERSION
#define API_VERSION 1
#endif
int qemu_plugin_version = API_VERSION;

enum { MARKER = 0x400, REGIONS = 128 };

/* What the plugin that includes this defines: it is told where regions begin and end, which do not nest in the program's one thread,
 * is shown what QEMU translates, and reports in the end. */
static void begun(int region);
static void ended(int region);
static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
static void report(void);

/* The region that the program is in, or -1. */
static int current = -1;

static enum { AARCH64, RISCV64, X86_64 } architecture;
static int interface;

/* Takes note of what is emulated; 0 if it has markers. */
static int markers_init(const qemu_info_t *info)
{
    static const char *const names[] = {"aarch64", "riscv64", "x86_64"};

    interface = info->version.cur;
    for (int i = 0; i < 3; i++)
        if (strcmp(info->target_name, names[i]) == 0) {
            architecture = i;
            return 0;
        }
    fprintf(stderr, "plugin: no markers for %s\n", info->target_name);
    return -1;
}

/* The number in a marker less MARKER, or -1 for any other instruction. */
static int marker(const struct qemu_plugin_insn *insn)
{
    void (*insn_data)(void) = qemu_plugin_insn_data;
    const size_t size = architecture == X86_64 ? 7 : 4;
    unsigned char bytes[7];
    uint32_t word, number;

    if (qemu_plugin_insn_size(insn) != size)
        return -1;
    if (interface >= 3)
        ((insn_data_v3 *)insn_data)(insn, bytes, size);
    else
        memcpy(bytes, ((insn_data_v1 *)insn_data)(insn), size);

    memcpy(&word, bytes + size - 4, sizeof(word));
    switch (architecture) {
    case AARCH64:
        if ((word & 0xffe0001f) != 0xd280001f)
            return -1;
        number = word >> 5 & 0xffff;
        break;
    case RISCV64:
        if ((word & 0xfffff) != 0x3013)
            return -1;
        number = word >> 20;
        break;
    default:
        if (memcmp(bytes, "\x0f\x1f\x80", 3) != 0 || word >> 16 != 0x536d)
            return -1;
        number = word & 0xffff;
    }
    return number >= MARKER && number < MARKER + 2 * REGIONS ? (int)(number - MARKER) : -1;
}

static void give_up(const char *what, int region)
{
    fprintf(stderr, "plugin: %s of region %d\n", what, region);
    _Exit(2);
}

static void on_marker(unsigned int vcpu, void *data)
{
    int number = (int)(intptr_t)data, region = number / 2;

    (void)vcpu;
    if (number & 1) {
        if (current != region)
            give_up("an end without the begin", region);
        current = -1;
        ended(region);
    } else {
        if (current >= 0)
            give_up("another begin inside", current);
        current = region;
        begun(region);
    }
}

/* Is the instruction a marker? Then it is watched. */
static int watch_marker(struct qemu_plugin_insn *insn)
{
    int number = marker(insn);

    if (number >= 0)
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_marker, QEMU_PLUGIN_CB_NO_REGS, (void *)(intptr_t)number);
    return number >= 0;
}

static void on_exit_of_program(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    report();
    fflush(stdout);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    if (markers_init(info) != 0)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_program, NULL);
    return 0;
}

#endif
